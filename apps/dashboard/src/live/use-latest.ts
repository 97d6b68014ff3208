import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { isRefusal } from '../api/error-text.ts';
import type { AnyRecord } from '../kinds/record-kinds.ts';

/** Poll interval of an account without records, in milliseconds. */
const WAITING_EVERY = 5_000;

/** The latest records of all kinds from before the feed is live, newest first. */
export function useLatest(count: number) {
  return useQuery({
    queryKey: ['records', 'latest', count],
    queryFn: () => fetchLatest(count),
    // Without a button to try again, every failure but a refusal is retried.
    retry: (_, error) => !isRefusal(error),
    // The feed goes on from here by itself.
    staleTime: Number.POSITIVE_INFINITY,
    // Except for the first record, which may fall between this answer and the start of the feed.
    refetchInterval: ({ state }) => state.data?.length === 0 && WAITING_EVERY,
    gcTime: 0,
  });
}

async function fetchLatest(limit: number): Promise<AnyRecord[]> {
  const [revenues, outcomes, goals, events] = await Promise.all([
    client.revenues.list.query({ limit }),
    client.outcomes.list.query({ limit }),
    client.goals.list.query({ limit }),
    client.events.list.query({ limit }),
  ]);
  const all: AnyRecord[] = [
    ...revenues.items.map((record) => ({ kind: 'revenues' as const, record })),
    ...outcomes.items.map((record) => ({ kind: 'outcomes' as const, record })),
    ...goals.items.map((record) => ({ kind: 'goals' as const, record })),
    ...events.items.map((record) => ({ kind: 'events' as const, record })),
  ];
  return newestFirst(all).slice(0, limit);
}

/** Ids are in the order of recording. */
export function newestFirst(records: readonly AnyRecord[]): AnyRecord[] {
  return records.toSorted((a, b) => (a.record.id < b.record.id ? 1 : -1));
}
