import { Button, Group, Menu, Text } from '@mantine/core';
import { IconBook, IconBraces, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { isolated } from '../format/visible.ts';
import { hasGraphiql } from './has-graphiql.ts';
import { MenuLink } from './links.tsx';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu() {
  const { data } = useQuery(trpc.account.get.queryOptions({}));
  const signOut = useSignOut();
  const name = data?.user.name ?? '';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" px="xs" aria-label={`Account: ${isolated(name)}`}>
          <Group gap="xs" wrap="nowrap">
            <IconUser size={18} aria-hidden />
            <Text size="sm" truncate maw={160} visibleFrom="xs" dir="auto">
              {name}
            </Text>
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data && <Menu.Label style={{ overflowWrap: 'anywhere' }}>{data.user.email}</Menu.Label>}
        <MenuLink to="/settings/api-keys" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </MenuLink>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<IconBook size={16} aria-hidden />}
        >
          API documentation
        </Menu.Item>
        {hasGraphiql && (
          <Menu.Item
            component="a"
            href="/graphql"
            target="_blank"
            leftSection={<IconBraces size={16} aria-hidden />}
          >
            GraphiQL
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<IconLogout size={16} aria-hidden />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
