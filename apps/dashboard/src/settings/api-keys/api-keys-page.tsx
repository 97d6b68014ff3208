import { Anchor, EmptyState, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Trouble } from '../../feedback/trouble.tsx';
import { useZone } from '../../zone/use-zone.ts';
import { ApiKeyTable } from './api-key-table.tsx';
import { GenerateKey } from './generate-key.tsx';
import { useApiKeys } from './use-api-keys.ts';

export function ApiKeysPage() {
  const { data, error, refetch, isFetching } = useApiKeys();
  const [zone] = useZone();
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm" maw={640}>
          Use a key to call the REST, GraphQL or tRPC API (
          <Anchor href="/docs" target="_blank" underline="always">
            docs
          </Anchor>
          ). A key's secret is shown once, when you create it.
        </Text>
        <GenerateKey />
      </Group>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <Skeleton h={240} />}
      {data?.items.length === 0 && (
        <Paper withBorder p="xl">
          <EmptyState
            icon={<IconKey aria-hidden />}
            title="No API keys yet"
            description="Create one to record your first revenue."
          />
        </Paper>
      )}
      {data && data.items.length > 0 && <ApiKeyTable keys={data.items} zone={zone} />}
    </Stack>
  );
}
