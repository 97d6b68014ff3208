import { isComplete, isMetadata, type Split, toWhere } from '../where/filters.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import type { Comparison } from '../window/comparison.ts';
import { daysBetween } from '../window/days.ts';
import type { Days } from '../window/presets.ts';
import type { Question, SliceQuestion } from './question.ts';

type Groups = NonNullable<SliceQuestion['by']>[string];

/** The question of the page as an input of `analytics.slice`. */
export function toSlice(
  question: Question,
  { window, previous, days }: Pick<AskedWindow, 'window' | 'previous' | 'days'>,
  timeZone: string,
): SliceQuestion {
  const { measures: totals, every } = question;
  const where = toWhere(question.where);
  const splits = question.by.filter(isComplete);
  const series = every && { main: { every, totals } };
  const hasPeriods = pointsOf(question, splits.length, days) <= MAX_POINTS;
  const by = toGroups({ ...question, hasPeriods, ...(previous && { previous }) }, splits);
  return {
    window,
    timeZone,
    ...(where && { where }),
    totals,
    ...(previous && { previous: { ...previous, totals, ...(series && { series }) } }),
    ...(series && { series }),
    ...(by && { by: { groups: by } }),
  };
}

/** Whether the answer can be compared: charts show a comparison over time or by group, and not with both at once. */
export function canCompare({ every, by }: Question): boolean {
  return (every !== undefined) !== by.some(isComplete);
}

export function comparisonOf(question: Question): Comparison {
  return canCompare(question) ? (question.compare ?? 'none') : 'none';
}

/**
 * Buckets of all groups in one answer. The API sends twice as many; the limit is that of the table, which is drawn
 * from them.
 */
const MAX_POINTS = 50_000;
const daysIn = { hour: 1 / 24, day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/** The most buckets that the innermost groups of an answer may have together. */
function pointsOf({ every, first }: Question, depth: number, { from, to }: Days): number {
  if (!every) return 0;
  return (first + 1) ** depth * (daysBetween(from, to) / daysIn[every] + 2);
}

type GroupedQuestion = Question & { hasPeriods: boolean } & Pick<AskedWindow, 'previous'>;

/**
 * Groups within groups, by the splits of the question. Only what is drawn is asked for: the chart needs the series
 * and the comparison of the outermost groups, the table the series of the innermost. The latter are left out where
 * they would be too many (`hasPeriods`).
 */
function toGroups(question: GroupedQuestion, [split, ...inner]: Split[], depth = 0): Groups | undefined {
  if (!split) return undefined;
  const { hasPeriods, previous, measures: totals, every, order: measure, direction, first } = question;
  const within = toGroups(question, inner, depth + 1);
  return {
    dimension: split.dimension,
    ...(isMetadata(split.dimension) && { metadataKey: split.metadataKey }),
    orderBy: { measure, direction },
    first,
    totals,
    ...(previous && depth === 0 && { previous: { ...previous, totals } }),
    ...(every &&
      (depth === 0 || (hasPeriods && inner.length === 0)) && { series: { main: { every, totals } } }),
    // The type of the schema ends after three levels, and so do the questions of this page.
    ...(within && { by: { groups: within as NonNullable<Groups['by']>[string] } }),
  } as Groups;
}
