import type { Inputs, Outputs } from '../api/client.ts';
import { conditions, type Filter, type Split, type Where } from '../where/filters.ts';
import { askedWindow } from '../window/asked-window.ts';
import type { PeriodSearch } from '../window/carried-period.ts';
import { type Preset, presetNames, presets } from '../window/presets.ts';
import { currentMinute } from '../window/use-minute.ts';
import { choiceOf, isDay } from '../window/window-search.ts';
import { chosenMeasure, type Question, type QuestionSearch, questionOf, readQuestion } from './question.ts';
import { isSpreadFigure } from './spread.ts';
import { canCompare, toSlice } from './to-slice.ts';

type Report = Outputs['reports']['get'];
export type View = NonNullable<Inputs['reports']['save']['view']>;

/** The question with its chart, as it is saved. */
export function toView(question: Question, ...asked: AskedBy): View {
  return { question: toSlice(question, ...asked), chart: { measure: chosenMeasure(question) } };
}

type AskedBy = Parameters<typeof toSlice> extends [Question, ...infer Rest] ? Rest : never;

/**
 * A view as it stands in the URL of the page; undefined for one that the page has no inputs for, such as one with a funnel or of the
 * last 14 days.
 */
export function searchOfView(view: NonNullable<Report['view']>): QuestionSearch | undefined {
  const { window, timeZone: zone, totals, series, spread, previous, where, by } = view.question;
  const groups = groupsOf(by);
  const [first] = groups;
  const { every } = Object.values(series ?? {})[0] ?? {};
  const splits = groups.map(({ dimension, metadataKey }) => ({
    dimension,
    ...(metadataKey !== undefined && { metadataKey }),
  }));
  const innermost = groups.at(-1);
  const order = first?.orderBy.spread?.figure ?? first?.orderBy.measure;
  const isOfMeasure = order !== 'key' && !isSpreadFigure(order);
  const search = readQuestion({
    ...periodOf(window),
    zone,
    measures: totals,
    by: splits,
    where: filtersOf(where),
    every,
    having: innermost?.having && havingOf(innermost.having),
    spread: Object.values(spread ?? {})[0],
    withRatios: innermost?.whole !== undefined,
    order: isOfMeasure ? (view.chart?.measure ?? order) : order,
    byChange: first?.orderBy.by === 'change',
    direction: first?.orderBy.direction,
    first: first?.first,
  });
  if (canCompare(questionOf(search))) search.compare = !previous ? 'none' : (previous.shift ?? 'previous');
  // A window that the page cannot choose has become another one.
  const asked = askedWindow(choiceOf(search), search.compare ?? 'none', { minute: currentMinute(), zone });
  const again = toSlice(questionOf(search), asked, zone);
  return canonical(again) === canonical(view.question) ? search : undefined;
}

/** Whether two views ask the same. */
export function isSameView(one: View | null | undefined, other: View): boolean {
  return canonical(one) === canonical(other);
}

type Groups = NonNullable<NonNullable<Report['view']>['question']['by']>[string];

/** The groups, each within the one before. */
function groupsOf(by: { [part: string]: Groups } | undefined): Groups[] {
  const [first] = Object.values(by ?? {});
  // The type of the schema ends after three levels, and each has the fields of the first.
  return first ? [first, ...groupsOf(first.by as { [part: string]: Groups } | undefined)] : [];
}

function periodOf(window: NonNullable<Report['view']>['question']['window']): PeriodSearch {
  const { from, to } = window;
  if (isDay(from) && isDay(to)) return { window: 'custom', from, to };
  const preset = presetNames.find((name: Preset) => canonical(presets[name].window) === canonical(window));
  return preset ? { window: preset } : {};
}

function havingOf({ measure, ...bounds }: NonNullable<Groups['having']>) {
  const [[is, value] = []] = Object.entries(bounds);
  return { measure, is, value };
}

function filtersOf(where: Where = {}): Filter[] {
  return Object.entries(where).flatMap(([dimension, condition]) => {
    const all = Array.isArray(condition) ? condition : [condition];
    return all.flatMap((one) => {
      const { key, isNull, ...lists } = Object(one);
      const split = { dimension, ...(key !== undefined && { metadataKey: key }) } as Split;
      const values = Object.keys(conditions).flatMap((name) =>
        name in lists ? [{ ...split, condition: name as Filter['condition'], values: lists[name] }] : [],
      );
      if (isNull === undefined) return values;
      return [...values, { ...split, condition: isNull ? 'missing' : 'present', values: [] } as Filter];
    });
  });
}

/**
 * The same text for the same question: the order of fields does not count, nor do values that the API fills in, nor the measures whose
 * change and ratio the page asks for by itself.
 */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, each) => {
    if (name === 'weekStart' && each === 'monday') return undefined;
    if (name === 'untilNow' || name === 'change' || name === 'ratio') return undefined;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
