import { type Measure, measureNames } from '../measures/measures.ts';
import { readComparison } from '../window/comparison.ts';
import { readWindow } from '../window/window-search.ts';
import { isZone } from '../zone/use-zone.ts';
import {
  type Condition,
  conditions,
  type Dimension,
  dimensionNames,
  type Filter,
  isOrder,
  MAX_SPLITS,
  type Order,
  type Question,
  type Split,
  steps,
} from './question.ts';

/** The question in the URL: only what differs from {@link standard}, and the zone, which others do not share. */
export type QuestionSearch = Partial<Question> & { zone?: string };

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
  const { measures, by, where, every, order, direction, first, zone } = search;
  const known: QuestionSearch = { ...readWindow(search), ...readComparison(search) };
  const chosen = listOf(measures, isMeasure);
  if (chosen.length > 0) known.measures = [...new Set(chosen)];
  if (Array.isArray(by)) known.by = listOf(by, isSplit).slice(0, MAX_SPLITS);
  if (Array.isArray(where)) known.where = listOf(where, isFilter);
  if (oneOf(steps, every)) known.every = every;
  if (order === 'key' || (isMeasure(order) && isOrder(order))) known.order = order as Order;
  if (direction === 'asc' || direction === 'desc') known.direction = direction;
  if (Number.isInteger(first) && Number(first) >= 1 && Number(first) <= MAX_GROUPS)
    known.first = Number(first);
  if (typeof zone === 'string' && isZone(zone)) known.zone = zone;
  return known;
}

function listOf<T>(value: unknown, is: (each: unknown) => each is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function oneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return names.some((name) => name === value);
}

const isMeasure = (value: unknown): value is Measure => oneOf(measureNames, value);
const isDimension = (value: unknown): value is Dimension => oneOf(dimensionNames, value);
const isText = (value: unknown): value is string => typeof value === 'string';

function isSplit(value: unknown): value is Split {
  const { dimension, metadataKey } = Object(value);
  return isDimension(dimension) && (metadataKey === undefined || isText(metadataKey));
}

function isFilter(value: unknown): value is Filter {
  const { condition, values } = Object(value);
  const isKnown = oneOf(Object.keys(conditions) as Condition[], condition);
  return isSplit(value) && isKnown && Array.isArray(values) && values.every(isText);
}
