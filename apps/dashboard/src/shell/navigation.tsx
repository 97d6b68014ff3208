import { Box, Divider, NavLink } from '@mantine/core';
import { IconBook, IconBraces } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { hasGraphiql } from './has-graphiql.ts';
import { NavigationLink } from './links.tsx';
import { pages } from './pages.ts';

const documents = [
  { label: 'API documentation', Icon: IconBook, href: '/docs' },
  ...(hasGraphiql ? [{ label: 'GraphiQL', Icon: IconBraces, href: '/graphql' }] : []),
];

export function Navigation() {
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label="Pages">
      {pages.map(({ label, Icon, path, link }) => {
        const isHere = pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
        return (
          <NavigationLink
            key={path}
            {...link}
            label={label}
            leftSection={<Icon size={18} aria-hidden />}
            active={isHere}
            activeOptions={{ exact: path === '/', includeSearch: false }}
            aria-current={isHere ? 'page' : undefined}
          />
        );
      })}
      <Divider my="xs" />
      {documents.map(({ label, Icon, href }) => (
        <NavLink
          key={href}
          href={href}
          target="_blank"
          label={label}
          leftSection={<Icon size={18} aria-hidden />}
        />
      ))}
    </Box>
  );
}
