import { Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { Trouble } from '../../feedback/trouble.tsx';
import { formatCount } from '../../format/count.ts';
import { formatInstant } from '../../format/instant.ts';
import { recordKindNames, recordKinds } from '../../kinds/record-kinds.ts';

const HEIGHT = 110;

export function PlanPage() {
  const { data, error, refetch, isFetching } = useQuery(
    trpc.account.get.queryOptions({}, { staleTime: 0, refetchOnMount: 'always' }),
  );
  if (!data && error) return <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h={HEIGHT * 2} />;
  const { developer, limits, usage } = data;
  return (
    <Stack>
      <Paper withBorder p="md" component="section" aria-label="Plan">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              Plan
            </Title>
            <Text size="sm" c="dimmed">
              {limits.requestsPerMinute === null
                ? 'Unlimited requests.'
                : `Up to ${formatCount(limits.requestsPerMinute)} requests per minute across all keys.`}
            </Text>
          </div>
          <Badge size="lg" variant="light">
            {developer.plan}
          </Badge>
        </Group>
      </Paper>
      <Paper withBorder p="md" component="section" aria-label="Usage">
        <Title order={2} size="h4">
          Usage in {formatInstant(usage.from, 'UTC', 'longMonth')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          Records dated this month (UTC).
        </Text>
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          {recordKindNames.map((kind) => (
            <section key={kind} aria-label={recordKinds[kind].title}>
              <Text size="sm" c="dimmed">
                {recordKinds[kind].title}
              </Text>
              <Text fz={24} fw={650} className="figures">
                {formatCount(usage.records[kind] ?? 0)}
              </Text>
            </section>
          ))}
        </SimpleGrid>
      </Paper>
    </Stack>
  );
}
