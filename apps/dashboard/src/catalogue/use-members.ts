import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Outputs, trpc } from '../api/client.ts';
import { isSameButTime } from '../measures/use-slice.ts';
import type { Window } from '../window/asked-window.ts';
import {
  createMember,
  fetchAllMembers,
  type Member,
  type MemberChanges,
  updateMember,
} from './fetch-members.ts';
import { type Group, groupOf } from './groups.ts';

/** The most keys and groups of a question. */
const CHUNK = 1000;

type Totals = Outputs['analytics']['slice']['totals'];

export function useMembers(group: Group) {
  return useQuery({ queryKey: ['members', group], queryFn: () => fetchAllMembers(group) });
}

/** The totals of members by key: a question for each thousand, as an answer has no more groups. */
export function useMemberTotals(
  group: Group,
  members: readonly Member[] | undefined,
  asked: { window: Window; timeZone: string },
) {
  const { dimension, measures } = groupOf(group);
  const [measure = 'revenue'] = measures;
  const all = members?.map(({ key }) => key) ?? [];
  const keys = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  // Previous answers stay while new ones load: `useQueries` keeps none for queries with other keys.
  const last = useRef<Outputs['analytics']['slice'][]>([]);
  const lastAsked = useRef(asked);
  const answers = useQueries({
    queries: keys.map((page) =>
      trpc.analytics.slice.queryOptions({
        ...asked,
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
      }),
    ),
  });
  // A member without records in the window is in no answer, and its totals are undefined.
  const totals = new Map<string, Totals>();
  for (const [index, { data = last.current[index] }] of answers.entries()) {
    if (!data) continue;
    last.current[index] = data;
    for (const key of keys[index] ?? []) totals.set(key, undefined);
    for (const row of data.by?.groups ?? []) if (row.key !== null) totals.set(row.key, row.totals);
  }
  if (answers.every(({ data }) => data)) lastAsked.current = asked;
  const failed = answers.filter(({ isError }) => isError);
  return {
    totals,
    isOld:
      answers.some(({ data }, index) => !data && last.current[index]) &&
      (failed.length > 0 || !isSameButTime(lastAsked.current, asked)),
    isReady:
      members !== undefined &&
      answers.every(({ data, isError }, index) => data || last.current[index] || isError),
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
