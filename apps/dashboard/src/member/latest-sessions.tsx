import { Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { formatInstant } from '../format/instant.ts';
import { visible } from '../format/visible.ts';
import { FigureCell } from '../measures/figure-cell.tsx';
import { NOTHING } from '../measures/measures.ts';
import { startOfDay } from '../records/day-edges.ts';
import { TextLink } from '../shell/links.tsx';
import { TableFrame } from '../shell/table-frame.tsx';
import type { Filter } from '../where/filters.ts';
import type { Days } from '../window/presets.ts';

type LatestSessionsProps = {
  /** The member whose sessions they are. */
  of: { agentKey: string } | { customerKey: string };
  days: Days;
  zone: string;
};

const LATEST = 10;
const figures = ['revenue', 'cost', 'errors'] as const;
const PLACEHOLDERS = Array.from({ length: 5 }, (_, index) => `placeholder ${index}`);

/** The latest sessions of an agent or a customer that began in the period, with what each has brought and cost. */
export function LatestSessions({ of, days, zone }: LatestSessionsProps) {
  const { data, error, refetch, isFetching } = useQuery(
    trpc.sessions.list.queryOptions({
      ...of,
      createdFrom: startOfDay(days.from, zone),
      createdTo: startOfDay(days.to, zone),
      include: 'summary',
      limit: LATEST,
    }),
  );
  return (
    <section aria-label="Latest sessions">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Latest sessions
        </Title>
        <TextLink to="/sessions" search={(period) => ({ ...period, ...of })} size="sm">
          All sessions
        </TextLink>
      </Group>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(data || !error) && (
        <TableFrame label="Latest sessions" verticalSpacing={7} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Session</Table.Th>
              <Table.Th visibleFrom="sm">Started</Table.Th>
              <Table.Th ta="right">Revenue</Table.Th>
              <Table.Th ta="right">Cost</Table.Th>
              <Table.Th ta="right">Errors</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data?.items.map(({ id, key, summary }) => {
              const where: Filter[] = [{ dimension: 'session', condition: 'in', values: [key] }];
              return (
                <Table.Tr key={id}>
                  <Table.Td maw={{ base: 150, xs: 280 }}>
                    <TextLink to="/sessions/$key" params={{ key }} size="sm" truncate display="block">
                      {visible(key)}
                    </TextLink>
                  </Table.Td>
                  <Table.Td visibleFrom="sm" className="figures">
                    {summary?.startedAt ? formatInstant(summary.startedAt, zone, 'minute') : NOTHING}
                  </Table.Td>
                  {figures.map((measure) => (
                    <FigureCell key={measure} measure={measure} value={summary?.[measure]} where={where} />
                  ))}
                </Table.Tr>
              );
            })}
            {!data &&
              PLACEHOLDERS.map((key) => (
                <Table.Tr key={key}>
                  <Table.Td colSpan={5}>
                    <Skeleton h={22} />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </TableFrame>
      )}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          No sessions in this period.
        </Text>
      )}
    </section>
  );
}
