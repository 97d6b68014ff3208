import { type Measure, measureNames } from '../measures/measures.ts';
import { isSplit, readFilters } from '../where/filters.ts';
import { readPeriod } from '../window/carried-period.ts';
import { isOrder, MAX_SPLITS, type Order, type Question, steps } from './question.ts';

/** The question in the URL: only what differs from {@link standard}. */
export type QuestionSearch = Partial<Question>;

export const MAX_GROUPS = 1000;

const standard = {
  measures: ['revenue', 'cost', 'margin', 'roi', 'goals'],
  by: [{ dimension: 'agent' }],
  where: [],
  every: undefined,
  order: 'revenue',
  direction: 'desc',
  first: 20,
} as const satisfies Question | { measures: readonly Measure[] };

export function questionOf(search: QuestionSearch): Question {
  const known = Object.entries(search).filter(([, value]) => value !== undefined);
  return { ...structuredClone(standard as unknown as Question), ...Object.fromEntries(known) };
}

/** Keeps the valid parts of a URL's search, which may be edited by hand. */
export function readQuestion(search: Record<string, unknown>): QuestionSearch {
  const { measures, by, where, every, order, direction, first } = search;
  const known: QuestionSearch = readPeriod(search);
  const chosen = listOf(measures, isMeasure);
  if (chosen.length > 0) known.measures = [...new Set(chosen)];
  if (Array.isArray(by)) known.by = listOf(by, isSplit).slice(0, MAX_SPLITS);
  if (Array.isArray(where)) known.where = readFilters(where);
  if (oneOf(steps, every)) known.every = every;
  if (order === 'key' || (isMeasure(order) && isOrder(order))) known.order = order as Order;
  if (direction === 'asc' || direction === 'desc') known.direction = direction;
  if (Number.isInteger(first) && Number(first) >= 1 && Number(first) <= MAX_GROUPS)
    known.first = Number(first);
  return known;
}

function listOf<T>(value: unknown, is: (each: unknown) => each is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function oneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return names.some((name) => name === value);
}

const isMeasure = (value: unknown): value is Measure => oneOf(measureNames, value);
