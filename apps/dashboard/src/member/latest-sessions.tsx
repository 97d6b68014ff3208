import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { type SessionMember, SessionTable } from '../sessions/session-table.tsx';
import { toQuestion } from '../sessions/sessions-search.ts';
import { TextLink } from '../shell/links.tsx';
import type { Days } from '../window/presets.ts';

type LatestSessionsProps = {
  /** The field in which sessions name the member. */
  field: SessionMember;
  memberKey: string;
  days: Days;
  zone: string;
};

const LATEST = 10;

/** The latest sessions of an agent or a customer that began in the period, with what each has brought and cost. */
export function LatestSessions({ field, memberKey, days, zone }: LatestSessionsProps) {
  const search = { [field]: memberKey };
  const { data, error, refetch, isFetching } = useQuery(
    trpc.sessions.list.queryOptions({ ...toQuestion(search, days, zone), limit: LATEST }),
  );
  return (
    <section aria-label="Latest sessions">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Latest sessions
        </Title>
        <TextLink to="/sessions" search={search} size="sm">
          All sessions
        </TextLink>
      </Group>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No sessions in this period.
        </Text>
      )}
      {(data ? data.items.length > 0 : !error) && (
        <SessionTable sessions={data?.items} zone={zone} label="Latest sessions" ofMember={field} />
      )}
    </section>
  );
}
