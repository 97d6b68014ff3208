import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { isRefusal } from '../api/error-text.ts';
import { type AnyRecord, recordKindNames } from '../kinds/record-kinds.ts';

/** Milliseconds between two looks for the first record of an account, which also arrives where streams are blocked. */
const WAITING_EVERY = 5_000;

/** The latest records of all kinds from before the feed is live, newest first. */
export function useLatest(count: number) {
  return useQuery({
    queryKey: ['records', 'latest', count],
    queryFn: () => fetchLatest(count),
    // Without a button to try again, every failure but a refusal is retried.
    retry: (_, error) => !isRefusal(error),
    // The feed goes on from here by itself, and asks again where it may have missed some.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data?.length === 0 && WAITING_EVERY,
    gcTime: 0,
  });
}

async function fetchLatest(limit: number): Promise<AnyRecord[]> {
  const ofKinds = await Promise.all(
    recordKindNames.map(async (kind) => {
      const { items } = await client[kind].list.query({ limit });
      // The list of a kind has records of that kind.
      return items.map((record) => ({ kind, record }) as AnyRecord);
    }),
  );
  return newestFirst(ofKinds.flat()).slice(0, limit);
}

/** Ids are in the order of recording. */
export function newestFirst(records: readonly AnyRecord[]): AnyRecord[] {
  return records.toSorted((a, b) => (a.record.id < b.record.id ? 1 : -1));
}
