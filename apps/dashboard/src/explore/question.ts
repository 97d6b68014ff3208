import type { Step } from '../format/instant.ts';
import { type Measure, measureNames } from '../measures/measures.ts';
import { type Filter, isSplit, readFilters, type Split } from '../where/filters.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import { type Having, isHaving } from './having.ts';
import { isSpread, isSpreadFigure, type Spread, type SpreadFigure } from './spread.ts';

/** A question as the page asks it. */
export type Question = {
  measures: Measure[];
  by: Split[];
  where: Filter[];
  every: Step | undefined;
  /** Only groups that meet it are shown. */
  having?: Having | undefined;
  /** Values whose spread is shown. */
  spread?: Spread | undefined;
  /** Whether figures of groups are compared with those of what the groups are of. */
  withRatios?: true | undefined;
  /** The order of groups: their names, a figure of the spread, or the measure that the chart shows, too. Absent for the first measure. */
  order?: Measure | SpreadFigure | 'key';
  /** Whether groups are ordered by the change of the measure. */
  byChange?: true | undefined;
  direction: 'asc' | 'desc';
  first: number;
} & PeriodSearch;

/** The question in the URL: only what differs from {@link standard}. `view` is the name of the view that it was opened from. */
export type QuestionSearch = Partial<Question> & { view?: string };

export const MAX_SPLITS = 3;
export const MAX_GROUPS = 1000;
export const steps = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const satisfies Step[];

const standard: Question = {
  measures: ['revenue', 'cost', 'margin', 'roi', 'goals'],
  by: [{ dimension: 'agent' }],
  where: [],
  every: undefined,
  direction: 'desc',
  first: 20,
};

export function questionOf({ view: _, ...search }: QuestionSearch): Question {
  const known = Object.entries(search).filter(([, value]) => value !== undefined);
  return { ...structuredClone(standard), ...Object.fromEntries(known) };
}

/** The measure that the chart shows, and that groups are sorted by. */
export function chosenMeasure({
  order,
  measures,
}: {
  order?: Question['order'] | undefined;
  measures: readonly Measure[];
}): Measure {
  return measures.find((measure) => measure === order) ?? measures[0] ?? 'revenue';
}

/** Keeps the valid parts of a URL's search, which may be edited by hand. */
export function readQuestion(search: Record<string, unknown>): QuestionSearch {
  const { view, measures, by, where, every, having, spread, order, direction, first } = search;
  const known: QuestionSearch = readPeriod(search);
  if (typeof view === 'string') known.view = view;
  const chosen = listOf(measures, isMeasure);
  if (chosen.length > 0) known.measures = [...new Set(chosen)];
  if (Array.isArray(by)) known.by = listOf(by, isSplit).slice(0, MAX_SPLITS);
  if (Array.isArray(where)) known.where = readFilters(where);
  if (oneOf(steps, every)) known.every = every;
  if (isHaving(having)) known.having = having;
  if (isSpread(spread)) known.spread = spread;
  if (search.withRatios === true) known.withRatios = true;
  if (order === 'key' || isMeasure(order) || isSpreadFigure(order)) known.order = order;
  if (search.byChange === true) known.byChange = true;
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
