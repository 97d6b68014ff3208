import type { AskedWindow } from '../window/asked-window.ts';
import type { Comparison } from '../window/comparison.ts';
import { daysBetween } from '../window/days.ts';
import {
  type Filter,
  isComplete,
  isMetadata,
  type Question,
  type SliceQuestion,
  type Split,
} from './question.ts';

type Groups = NonNullable<SliceQuestion['by']>[string];
type Where = NonNullable<SliceQuestion['where']>;

/** The question in the words of `analytics.slice`. */
export function toSlice(
  question: Question,
  { window, previous }: Omit<AskedWindow, 'every'>,
  timeZone: string,
): SliceQuestion {
  const { measures: totals, every } = question;
  const where = toWhere(question.where);
  const splits = question.by.filter(isComplete);
  const series = every && { main: { every, totals } };
  const hasPeriods = pointsOf(question, splits.length, window) <= MAX_POINTS;
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

/** A comparison is drawn over time or by group, and not with both. */
export function canCompare({ every, by }: Question): boolean {
  return (every !== undefined) !== by.some(isComplete);
}

export function comparisonOf(question: Question): Comparison {
  return canCompare(question) ? (question.compare ?? 'none') : 'none';
}

/** Buckets of groups in one answer: half of what the API sends, as the table is drawn from them. */
const MAX_POINTS = 50_000;
const daysIn = { hour: 1 / 24, day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/** How many buckets the innermost groups may have in all. */
function pointsOf({ every, first }: Question, depth: number, { from, to }: AskedWindow['window']): number {
  if (!every) return 0;
  return (first + 1) ** depth * (daysBetween(from.slice(0, 10), to.slice(0, 10)) / daysIn[every] + 2);
}

type GroupedQuestion = Question & { hasPeriods: boolean } & Pick<AskedWindow, 'previous'>;

/** Groups within groups. The chart needs the series and the comparison of the outermost, the table the series of the innermost. */
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
    // The type of the schema ends after three levels, and so do questions.
    ...(within && { by: { groups: within as NonNullable<Groups['by']>[string] } }),
  } as Groups;
}

function toWhere(filters: readonly Filter[]): Where | undefined {
  const where: Where = {};
  for (const filter of filters.filter(isUseful)) {
    const { dimension, metadataKey = '' } = filter;
    if (isMetadata(dimension)) {
      where[dimension] = [...(where[dimension] ?? []), { key: metadataKey, ...toCondition(filter) }];
    } else {
      where[dimension] = both(where[dimension], toCondition(filter));
    }
  }
  return Object.keys(where).length > 0 ? where : undefined;
}

type ValueCondition = NonNullable<Where['agent']>;

function toCondition({ condition, values }: Filter): ValueCondition {
  if (condition === 'missing' || condition === 'present') return { isNull: condition === 'missing' };
  return { [condition]: values };
}

/** Combines two conditions on a dimension into one, as the API takes one for each dimension. */
function both(one: ValueCondition = {}, other: ValueCondition): ValueCondition {
  const isContradiction = other.isNull !== undefined && one.isNull === !other.isNull;
  const notIn = [one.notIn, other.notIn].flatMap((values) => values ?? []);
  const wanted = isContradiction ? [] : shared(one.in, other.in);
  return {
    ...one,
    ...other,
    ...(wanted && { in: wanted }),
    ...(notIn.length > 0 && { notIn: [...new Set(notIn)] }),
  };
}

/** The values of two lists, of which either may be absent. */
function shared(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  return one && other ? one.filter((value) => other.includes(value)) : (one ?? other);
}

/** A filter without values is incomplete and ignored. */
function isUseful(filter: Filter): boolean {
  const isOpen = filter.condition === 'in' || filter.condition === 'notIn';
  return isComplete(filter) && !(isOpen && filter.values.length === 0);
}
