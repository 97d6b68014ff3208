import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import type { Days } from '../window/presets.ts';
import {
  createMember,
  fetchMember,
  fetchMembers,
  type MemberChanges,
  updateMember,
} from './fetch-members.ts';
import { type Group, groupOf } from './groups.ts';

const PAGE = 100;
/** The most groups that one question may be split into. */
const MOST_TOTALS = 1000;

export function useMembers(group: Group) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['members', group],
    queryFn: ({ pageParam: cursor }) => fetchMembers(group, { limit: PAGE, cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return { ...query, members: data?.pages.flatMap(({ items }) => items) };
}

export function useMember(group: Group, key: string) {
  return useQuery({ queryKey: ['members', group, key], queryFn: () => fetchMember(group, key) });
}

/** The totals of all members in one question, by key. */
export function useMemberTotals(group: Group, window: Days, timeZone: string) {
  const { dimension, measures } = groupOf(group);
  const [measure = 'revenue'] = measures;
  const { data, ...query } = useQuery(
    trpc.analytics.slice.queryOptions(
      {
        window,
        timeZone,
        by: {
          groups: {
            dimension,
            // Every measure that a group is listed with can be ordered by.
            orderBy: { measure: measure as 'revenue' },
            first: MOST_TOTALS,
            totals: [...measures],
          },
        },
      },
      { placeholderData: keepPreviousData },
    ),
  );
  return { ...query, totals: data && new Map(data.by?.groups?.map((row) => [row.key, row.totals])) };
}

/** Creates or changes a member, and forgets what was known before. */
export function useSaveMember(group: Group, isNew: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: MemberChanges) => (isNew ? createMember : updateMember)(group, changes),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['members', group] }),
        queryClient.invalidateQueries(trpc.analytics.pathFilter()),
      ]),
  });
}
