import {
  Anchor,
  type AnchorProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

// Mantine's looks with the router's typed routes.

type Native<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>;

/** A link in a text: underlined, since colour alone tells not everybody. */
export const TextLink = createLink((props: Native<AnchorProps>) => <Anchor underline="always" {...props} />);

export const NavigationLink = createLink((props: Native<NavLinkProps>) => <NavLink {...props} />);

export const MenuLink = createLink((props: Native<MenuItemProps>) => <Menu.Item component="a" {...props} />);
