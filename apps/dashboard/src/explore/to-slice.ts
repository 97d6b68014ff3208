import type { Days } from '../window/presets.ts';
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
export function toSlice(question: Question, window: Days, timeZone: string): SliceQuestion {
  const { measures: totals, every } = question;
  const where = toWhere(question.where);
  const by = toGroups(question, question.by.filter(isComplete));
  return {
    window,
    timeZone,
    ...(where && { where }),
    totals,
    ...(every && { series: { main: { every, totals } } }),
    ...(by && { by: { groups: by } }),
  };
}

/** Groups within groups; the outermost also over time, which is what the chart shows. */
function toGroups(question: Question, [split, ...inner]: Split[], depth = 0): Groups | undefined {
  if (!split) return undefined;
  const { measures: totals, every, order: measure, direction, first } = question;
  const within = toGroups(question, inner, depth + 1);
  return {
    dimension: split.dimension,
    ...(isMetadata(split.dimension) && { metadataKey: split.metadataKey }),
    orderBy: { measure, direction },
    first,
    totals,
    ...(every && depth === 0 && { series: { main: { every, totals } } }),
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

/** What meets two conditions, in the words of one: the API takes one of a dimension. */
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

/** A filter that is still being written does not count yet. */
function isUseful(filter: Filter): boolean {
  const isOpen = filter.condition === 'in' || filter.condition === 'notIn';
  return isComplete(filter) && !(isOpen && filter.values.length === 0);
}
