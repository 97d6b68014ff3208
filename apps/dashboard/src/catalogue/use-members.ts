import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type Outputs, trpc } from '../api/client.ts';
import type { Window } from '../window/asked-window.ts';
import {
  createMember,
  fetchMember,
  fetchMembers,
  type MemberChanges,
  type MemberPage,
  updateMember,
} from './fetch-members.ts';
import { type Group, groupOf } from './groups.ts';

const PAGE = 100;

type Totals = Outputs['analytics']['slice']['totals'];

export function useMembers(group: Group) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['members', group],
    queryFn: ({ pageParam: cursor }) => fetchMembers(group, { limit: PAGE, cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return { ...query, pages: data?.pages, members: data?.pages.flatMap(({ items }) => items) };
}

export function useMember(group: Group, key: string) {
  return useQuery({ queryKey: ['members', group, key], queryFn: () => fetchMember(group, key) });
}

/** The totals of the members listed, by key: a question for each page, as an answer has the first groups only. */
export function useMemberTotals(
  group: Group,
  pages: readonly MemberPage[] | undefined,
  { window, timeZone }: { window: Window; timeZone: string },
) {
  const { dimension, measures } = groupOf(group);
  const [measure = 'revenue'] = measures;
  const keys = (pages ?? []).flatMap(({ items }) => (items.length > 0 ? [items.map(({ key }) => key)] : []));
  const answers = useQueries({
    queries: keys.map((page) =>
      trpc.analytics.slice.queryOptions(
        {
          window,
          timeZone,
          where: { [dimension]: { in: page } },
          by: {
            groups: {
              dimension,
              // Every measure that a group is listed with can be ordered by.
              orderBy: { measure: measure as 'revenue' },
              first: page.length,
              totals: [...measures],
            },
          },
        },
        { placeholderData: keepPreviousData },
      ),
    ),
  });
  // Whose page is answered has totals, though it may be none of them.
  const totals = new Map<string, Totals>();
  for (const [index, { data }] of answers.entries()) {
    if (!data) continue;
    for (const key of keys[index] ?? []) totals.set(key, undefined);
    for (const row of data.by?.groups ?? []) if (row.key !== null) totals.set(row.key, row.totals);
  }
  const failed = answers.filter(({ isError }) => isError);
  return {
    totals,
    isOld: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    error: failed[0]?.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
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
