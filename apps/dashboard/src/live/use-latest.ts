import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { isRefusal } from '../api/error-text.ts';
import type { AnyRecord } from '../kinds/record-kinds.ts';

/** What was recorded last, before the feed is live: some of each kind, the newest first. */
export function useLatest(count: number): AnyRecord[] | undefined {
  const { data } = useQuery({
    queryKey: ['records', 'latest', count],
    queryFn: () => fetchLatest(count),
    // Nobody is asked to try again here.
    retry: (_, error) => !isRefusal(error),
    // The feed goes on from here by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
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
  // Ids are in the order of recording.
  return all.sort((a, b) => (a.record.id < b.record.id ? 1 : -1)).slice(0, limit);
}
