import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { EmptyPanel } from '../../feedback/empty-panel.tsx';
import { Trouble } from '../../feedback/trouble.tsx';
import { firstKind } from '../../kinds/record-kinds.ts';
import { useZone } from '../../zone/use-zone.ts';
import { ApiKeyTable } from './api-key-table.tsx';
import { EXAMPLES } from './example-link.tsx';
import { GenerateKey } from './generate-key.tsx';
import { RecordExample } from './record-example.tsx';
import { useApiKeys } from './use-api-keys.ts';

const route = getRouteApi('/app/settings/api-keys');

export function ApiKeysPage() {
  const { data, error, refetch, isFetching } = useApiKeys();
  const { example = firstKind } = route.useSearch();
  const { hash } = useLocation();
  const navigate = route.useNavigate();
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
        <EmptyPanel Icon={IconKey} title="No API keys yet">
          Generate one to record your first revenue.
        </EmptyPanel>
      )}
      {data && data.items.length > 0 && <ApiKeyTable keys={data.items} zone={zone} />}
      {/* After the list above, which would move it. */}
      {(data || error) && (
        <RecordExample
          kind={example}
          isAskedFor={hash === EXAMPLES}
          onChange={(kind) => void navigate({ search: { example: kind }, replace: true, resetScroll: false })}
        />
      )}
    </Stack>
  );
}
