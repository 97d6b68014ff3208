import { Button, DataList, Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { Trouble } from '../../feedback/trouble.tsx';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { useZone } from '../../zone/use-zone.ts';
import { ZoneSelect } from '../../zone/zone-select.tsx';

import { ChangePassword } from './change-password.tsx';
import { ComputeCosts } from './compute-costs.tsx';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';

export function AccountPage() {
  const { data, error, refetch, isFetching } = useQuery(trpc.account.get.queryOptions({}));
  const [zone, setZone] = useZone();
  const signOut = useSignOut();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Stack>
        <Paper withBorder p="md" component="section" aria-label="Profile">
          <Stack>
            <Title order={2} size="h4">
              Profile
            </Title>
            {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
            {!data && !error && <Skeleton h={110} />}
            {data && (
              <DataList gap={6} labelWidth={80} style={{ overflowWrap: 'anywhere' }}>
                <DataList.Item>
                  <DataList.ItemLabel>Name</DataList.ItemLabel>
                  <DataList.ItemValue>
                    <bdi>{data.user.name}</bdi>
                  </DataList.ItemValue>
                </DataList.Item>
                <DataList.Item>
                  <DataList.ItemLabel>Email</DataList.ItemLabel>
                  <DataList.ItemValue>{data.user.email}</DataList.ItemValue>
                </DataList.Item>
                <DataList.Item>
                  <DataList.ItemLabel>Account</DataList.ItemLabel>
                  <DataList.ItemValue>
                    <bdi>{data.developer.name}</bdi>
                  </DataList.ItemValue>
                </DataList.Item>
              </DataList>
            )}
            <Button
              variant="default"
              w="fit-content"
              leftSection={<IconLogout size={16} aria-hidden />}
              onClick={() => signOut.mutate()}
              loading={signOut.isPending}
            >
              Sign out
            </Button>
          </Stack>
        </Paper>
        <Paper withBorder p="md" component="section" aria-label="Time zone">
          <Stack>
            <Title order={2} size="h4">
              Time zone
            </Title>
            <ZoneSelect value={zone} onChange={setZone} />
          </Stack>
        </Paper>
        <KeyboardShortcuts />
        <ComputeCosts />
      </Stack>
      <ChangePassword />
    </SimpleGrid>
  );
}
