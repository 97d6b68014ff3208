import { Box, Divider, NavLink } from '@mantine/core';
import {
  IconBook,
  IconBraces,
  IconChartBar,
  IconFileAnalytics,
  IconHome,
  IconListDetails,
  IconReceipt2,
  IconRoute,
  IconSettings,
} from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { dimensionNames, dimensions } from '../kinds/dimensions.ts';
import { firstKind } from '../kinds/record-kinds.ts';
import { hasGraphiql } from './has-graphiql.ts';
import { NavigationLink } from './links.tsx';

const documents = [
  { label: 'API documentation', Icon: IconBook, href: '/docs' },
  ...(hasGraphiql ? [{ label: 'GraphiQL', Icon: IconBraces, href: '/graphql' }] : []),
];

export function Navigation() {
  const { pathname } = useLocation();
  /** A link is marked on every page at or below its path. */
  const entry = (label: string, Icon: typeof IconHome, path: string) => {
    const isHere = pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
    return {
      label,
      leftSection: <Icon size={18} aria-hidden />,
      active: isHere,
      activeOptions: { exact: path === '/', includeSearch: false },
      'aria-current': isHere ? ('page' as const) : undefined,
    };
  };
  return (
    <Box component="nav" aria-label="Pages">
      <NavigationLink to="/" {...entry('Overview', IconHome, '/')} />
      <NavigationLink to="/explore" {...entry('Explore', IconChartBar, '/explore')} />
      <NavigationLink to="/reports" {...entry('Reports', IconFileAnalytics, '/reports')} />
      <NavigationLink
        to="/records/$kind"
        params={{ kind: firstKind }}
        {...entry('Records', IconListDetails, '/records')}
      />
      {dimensionNames.map((dimension) => {
        const { title, Icon } = dimensions[dimension];
        return (
          <NavigationLink
            key={dimension}
            to="/$dimension"
            params={{ dimension }}
            {...entry(title, Icon, `/${dimension}`)}
          />
        );
      })}
      <NavigationLink to="/prices" {...entry('Prices', IconReceipt2, '/prices')} />
      <NavigationLink to="/traces" {...entry('Traces', IconRoute, '/traces')} />
      <NavigationLink to="/settings/api-keys" {...entry('Settings', IconSettings, '/settings')} />
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
