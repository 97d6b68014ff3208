import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { isSame, type SliceAnswer, useSlice } from '../measures/use-slice.ts';
import type { Filter } from '../where/filters.ts';
import { groupFilters } from '../where/group-filters.ts';
import { fetchMembers, fetchMembersByKey, type Member } from './fetch-members.ts';
import type { KeyedRow } from './key-text.ts';
import { filtersOf, lateQuestion, type MembersAsked, membersQuestion } from './member-question.ts';

const byKey = { by: 'key', isDescending: false } as const;

type Totals = NonNullable<SliceAnswer['totals']>;

/** The figures of one member, of all others, or of all together. */
export type MemberFigures = {
  totals: Totals;
  /** Since the compared period. */
  previous: SliceAnswer['previous'];
  /** Undefined while they load. */
  late: Totals | undefined;
  /** The filters of its records. */
  where: Filter[];
};
export type MemberRow = MemberFigures & { group: KeyedRow };

/** Keys that one question may name at most. */
export const MOST_FOUND = 1000;
/** Members whose records are looked for beside a table that is not searched. */
const MOST_LATEST = 200;

/** The members whose key or name contains the text, or the latest ones. */
export function useMembers(dimension: Dimension, search: string | undefined) {
  return useQuery({
    queryKey: ['members', dimension, 'list', search],
    queryFn: () => fetchMembers(dimension, search ? { search, limit: MOST_FOUND } : { limit: MOST_LATEST }),
    placeholderData: keepPreviousData,
  });
}

/** The rows of the table: a question for what rollups answer, and one for the rest, which fills in. */
export function useMemberRows(question: MembersAsked | undefined) {
  const minute = question?.asked.minute;
  const { shown, ...quick } = useSlice(question && membersQuestion(question), minute, question);
  const { shown: shownLate, ...late } = useSlice(question && lateQuestion(question), minute);
  const about = shown?.about;
  const isOfRows = about !== undefined && isSame(shownLate?.question, lateQuestion(about));
  const failed = [quick, late].filter(({ error }) => error);
  return {
    isOld: quick.isOld,
    answer: shown?.answer,
    about,
    table: about && tableOf(about, shown.answer, isOfRows ? shownLate?.answer : undefined),
    error: failed[0]?.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** The members of a list that have no records in the period of the table, or undefined while that is not known. */
export function useIdleMembers(
  listed: readonly Member[] | undefined,
  { about, answer, isOld }: ReturnType<typeof useMemberRows>,
) {
  const groups = answer?.by?.members ?? [];
  const active = new Set(groups.map(({ key }) => key));
  const unseen = listed?.filter(({ key }) => !active.has(key)) ?? [];
  const isCut = groups.some(({ isOther }) => isOther) && unseen.length > 0;
  // Some of them may be among the others, which the table leaves out.
  const question = isCut &&
    about && { ...about, keys: unseen.map(({ key }) => key), sort: byKey, first: unseen.length };
  const rest = useSlice(question ? membersQuestion(question) : undefined, about?.asked.minute);
  if (!answer || isOld || (isCut && (!rest.shown || rest.isOld))) return undefined;
  for (const { key } of isCut ? (rest.shown?.answer.by?.members ?? []) : []) active.add(key);
  return unseen.filter(({ key }) => !active.has(key));
}

/** The values of members by key; empty for dimensions without values. */
export function useValues(
  dimension: Dimension,
  rows: readonly MemberRow[] | undefined,
): ReadonlyMap<string, string> {
  const { hasValue } = dimensionOf(dimension);
  const keys = rows?.flatMap(({ group: { key } }) => (key === null ? [] : [key])) ?? [];
  const { data } = useQuery({
    queryKey: ['members', dimension, 'values', keys],
    queryFn: () => fetchMembersByKey(dimension, keys),
    enabled: hasValue && keys.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.flatMap((member) => (member?.value ? [[member.key, member.value]] : [])));
}

/** The rows of an answer and their sum, with the figures that take longer as far as they have come. */
export function tableOf(about: MembersAsked, answer: SliceAnswer, late: SliceAnswer | undefined) {
  const groups = answer.by?.members ?? [];
  const lateByGroup = new Map(late?.by?.members?.map((group) => [idOf(group), group.totals]));
  const split = { dimension: dimensionOf(about.dimension).sliceDimension };
  const searched = filtersOf(about);
  // The sums of a part of the members that match would pass for those of all.
  const shown = about.isPartial ? groups.filter(({ isOther }) => !isOther) : groups;
  const rows = shown.map(
    (group): MemberRow => ({
      group,
      totals: group.totals ?? {},
      previous: group.previous,
      // A member that was recorded between the two answers has nothing yet.
      late: late && (lateByGroup.get(idOf(group)) ?? {}),
      where: [...(group.isOther ? searched : []), ...groupFilters(split, group, groups)],
    }),
  );
  const total: MemberFigures = {
    totals: answer.totals ?? {},
    previous: answer.previous,
    late: late?.totals,
    where: searched,
  };
  return { rows, total: about.isPartial ? undefined : total };
}

export function idOf({ key, isOther }: KeyedRow): string {
  return JSON.stringify([isOther, key]);
}
