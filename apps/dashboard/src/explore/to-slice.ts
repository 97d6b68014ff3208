import type { Measure } from '../measures/measures.ts';
import type { SliceQuestion } from '../measures/use-slice.ts';
import { sharedMeasures } from '../proof/measure-parts.ts';
import { isComplete, isMetadata, type Split, toWhere } from '../where/filters.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import { daysBetween } from '../window/days.ts';
import type { Days } from '../window/presets.ts';
import { knownHaving, knownMeasures, knownSpread } from './known-measures.ts';
import { chosenMeasure, type Question } from './question.ts';
import { isSpreadFigure } from './spread.ts';

type Groups = NonNullable<SliceQuestion['by']>[string];
type Order = NonNullable<Groups['orderBy']>;

/** The question of the page as an input of `analytics.slice`. */
export function toSlice(
  question: Question,
  { window, previous: compared, days }: Pick<AskedWindow, 'window' | 'previous' | 'days'>,
  timeZone: string,
): SliceQuestion {
  const { measures: totals, every } = question;
  const where = toWhere(question.where);
  const splits = question.by.filter(isComplete);
  const previous = canCompare(question) ? compared : undefined;
  const series = every && { main: { every, totals } };
  const hasPeriods = pointsOf(question, splits.length, days) <= MAX_POINTS;
  const by = toGroups({ ...question, hasPeriods, ...(previous && { previous }) }, splits);
  const spread = knownSpread(question, 0);
  return {
    window,
    timeZone,
    ...(where && { where }),
    totals,
    ...(previous && { previous: { ...comparedBy(previous, totals), ...(series && { series }) } }),
    ...(series && { series }),
    ...(spread && { spread: { main: spread } }),
    ...(by && { by: { groups: by } }),
  };
}

/** Whether the answer can be compared: groups over time have no room for another period. */
export function canCompare({ every, by }: Pick<Question, 'every' | 'by'>): boolean {
  return every === undefined || !by.some(isComplete);
}

function comparedBy(previous: AskedWindow['previous'], totals: Measure[]) {
  return { ...previous, totals, change: totals, ratio: totals };
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
 * Groups within groups, by the splits of the question, with the measures that say something of them. Only what is drawn is asked
 * for: the chart needs the series of the outermost groups, the table those of the innermost. The latter are left out where they
 * would be too many (`hasPeriods`). The condition holds for the innermost groups, which are the rows of the table.
 */
function toGroups(question: GroupedQuestion, [split, ...inner]: Split[], depth = 1): Groups | undefined {
  const totals = knownMeasures(question, depth);
  if (!split || totals.length === 0) return undefined;
  const { hasPeriods, previous, every, withRatios, first } = question;
  const within = toGroups(question, inner, depth + 1);
  const having = within ? undefined : knownHaving(question, depth);
  const spread = within ? undefined : knownSpread(question, depth);
  return {
    dimension: split.dimension,
    ...(isMetadata(split.dimension) && { metadataKey: split.metadataKey }),
    ...(having && { having: { measure: having.measure, [having.is]: having.value } }),
    orderBy: orderOf(question, totals, depth),
    first,
    totals,
    ...(previous && { previous: comparedBy(previous, totals) }),
    ...(withRatios && !every && !within && { whole: { ratio: totals } }),
    ...(spread && { spread: { main: spread } }),
    ...(every && (depth === 1 || (hasPeriods && !within)) && { series: { main: { every, totals } } }),
    // The type of the schema ends after three levels, and so do the questions of this page.
    ...(within && { by: { groups: within as NonNullable<Groups['by']>[string] } }),
  } as Groups;
}

/** Groups are ordered by the chosen measure where they have it. The API orders by shares like by what they are parts of. */
function orderOf(question: GroupedQuestion, known: readonly Measure[], depth: number): Order {
  const { order, direction, byChange, previous } = question;
  if (order === 'key') return { measure: order, direction };
  const spread = knownSpread(question, depth);
  if (spread && isSpreadFigure(order)) return { spread: { ...spread, figure: order }, direction };
  const chosen = chosenMeasure(question);
  const measure = known.includes(chosen) ? chosen : (known[0] ?? chosen);
  return {
    // No share is a part of a share.
    measure: (sharedMeasures[measure] ?? measure) as 'revenue',
    ...(byChange && previous && { by: 'change' as const }),
    direction,
  };
}
