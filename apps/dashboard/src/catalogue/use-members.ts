import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Outputs, trpc } from '../api/client.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { isSame, sliceQuery } from '../measures/use-slice.ts';
import type { Window } from '../window/asked-window.ts';
import {
  createMember,
  fetchAllMembers,
  type Member,
  type MemberChanges,
  updateMember,
} from './fetch-members.ts';

/** Keys and groups that one question may have at most. */
const CHUNK = 1000;

type Totals = Outputs['analytics']['slice']['totals'];

/** All members of a dimension. */
export function useMembers(dimension: Dimension) {
  return useQuery({ queryKey: ['members', dimension], queryFn: () => fetchAllMembers(dimension) });
}

/**
 * The totals of members by key. One question answers for a thousand members, so there may be several.
 *
 * While the window changes, the totals of the last one stay on screen, and `isOld` says that they are of another
 * question. `isReady` is true once every question has an answer, an earlier one or an error.
 */
export function useMemberTotals(
  dimension: Dimension,
  members: readonly Member[] | undefined,
  { window, timeZone, minute }: { window: Window; timeZone: string; minute?: number },
) {
  const { sliceDimension, measures } = dimensionOf(dimension);
  const [measure = 'revenue'] = measures;
  const asked = { window, timeZone };
  const all = members?.map(({ key }) => key) ?? [];
  const keys = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  // `useQueries` forgets the answers of queries whose keys change, so the last ones are kept here, by the place of
  // their question.
  const last = useRef<Outputs['analytics']['slice'][]>([]);
  const lastAsked = useRef(asked);
  const answers = useQueries({
    queries: keys.map((page) =>
      sliceQuery(
        {
          ...asked,
          where: { [sliceDimension]: { in: page } },
          by: {
            groups: {
              dimension: sliceDimension,
              // Every measure that a dimension is listed with can be ordered by.
              orderBy: { measure: measure as 'revenue' },
              first: page.length,
              totals: [...measures],
            },
          },
        },
        minute,
      ),
    ),
  });
  // A member without records in the window is in no answer; its totals are undefined.
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
      (failed.length > 0 || !isSame(lastAsked.current, asked)),
    isReady:
      members !== undefined &&
      answers.every(({ data, isError }, index) => data || last.current[index] || isError),
    error: failed[0]?.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** Creates or changes a member, and forgets what was known before. */
export function useSaveMember(dimension: Dimension, isNew: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: MemberChanges) => (isNew ? createMember : updateMember)(dimension, changes),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['members', dimension] }),
        queryClient.invalidateQueries(trpc.analytics.pathFilter()),
      ]),
  });
}
