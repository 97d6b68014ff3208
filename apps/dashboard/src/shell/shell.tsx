import { AppShell, Burger, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadCode } from '../api/load-code.ts';
import { tellTrouble } from '../feedback/tell.ts';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { SearchButton } from './search-button.tsx';
import classes from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { SkipLink } from './skip-link.tsx';
import { useLeave } from './use-leave.ts';

type DialogProps = { isOpen: boolean; onClose: () => void };

const loadPalette = () => import('./palette/palette.tsx').then(({ Palette }) => Palette);
const loadKeys = () => import('./keys-dialog.tsx').then(({ KeysDialog }) => KeysDialog);

/** Header, navigation and main content of every page; `children` replaces the page of the address. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const { history } = useRouter();
  const palette = useLoadedDialog(loadPalette);
  const keys = useLoadedDialog(loadKeys);
  useLeave();
  useShortcuts({
    onSearch: palette.open,
    onHelp: keys.open,
    onBack: () => {
      if (history.canGoBack()) history.back();
    },
  });
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <SkipLink />
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close menu' : 'Open menu'}
            />
            <UnstyledButton component={Link} to="/" aria-label="Outturn: Overview">
              <Logo />
            </UnstyledButton>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton onClick={palette.open} />
            <ColorSchemeSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes.menu} data-shut={!isOpen || undefined}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        {children}
      </AppShell.Main>
      {palette.dialog}
      {keys.dialog}
    </AppShell>
  );
}

/** A dialog whose code is loaded when it first opens. Without the code the page stays as it is, and says why. */
function useLoadedDialog(load: () => Promise<ComponentType<DialogProps>>) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [isOpen, { open, close }] = useDisclosure();
  const show = (loaded: ComponentType<DialogProps>) => {
    // A dialog that is there before it opens knows where the focus was.
    flushSync(() => setDialog(() => loaded));
    open();
  };
  return {
    open: () => void loadCode(load).then(show, tellTrouble),
    dialog: Dialog && <Dialog isOpen={isOpen} onClose={close} />,
  };
}
