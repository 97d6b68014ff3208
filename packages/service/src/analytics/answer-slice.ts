import { invalidRequest } from '../base/errors.ts';
import {
  type AnswerContext,
  type AnswerPosition,
  at,
  type Rows,
  readPart,
  scopeOf,
} from './answer-context.ts';
import { MAX_POINTS } from './answer-size.ts';
import type { Span } from './calendar.ts';
import { compare } from './compare.ts';
import { clippedTo, fillFunnel, fillSeries, fillSpread, readTotals, toText } from './fill-measures.ts';
import { groupCountStatement, groupStatement } from './group-statement.ts';
import { comparedIn, countedKinds, groupKinds, measuresToRead, orderOf } from './kinds-of-groups.ts';
import { removedKinds } from './levels.ts';
import { distinctIn } from './measures.ts';
import { sharedEdges } from './shared-edges.ts';
import type {
  Group,
  GroupsInput,
  Period,
  PeriodInput,
  Slice,
  SliceInput,
  Totals,
  WholeInput,
} from './slice.schema.ts';
import { pick, totalsOf } from './totals.ts';
import { toWindow, windowBefore } from './windows.ts';

/**
 * Bucket edges of a series that is read together with its groups. A longer series has a statement of its own, sent after
 * its groups are known and its size was checked.
 */
const MAX_INCLUDED_EDGES = 400;

/** Parts run in parallel. Groups are read before their parts. */
export async function answerSlice(answer: AnswerContext, input: SliceInput): Promise<Slice> {
  const slice: Slice = {};
  const place: AnswerPosition = { levels: [], targets: [slice], part: '' };
  const { totals } = input;
  placeParts([slice], { totals });
  const own = readTotals(answer, place, answer.window, measuresToRead(input));
  await Promise.all([
    own.then(([measured = {}]) => totals && Object.assign(slice, { totals: pick(measured, totals) })),
    fillParts(answer, place, input, { own }),
  ]);
  return slice;
}

type IncludedSeries = { name: string; rows: Rows };

type Parts = Pick<
  Partial<SliceInput>,
  'totals' | 'previous' | 'series' | 'funnel' | 'spread' | 'groupCount' | 'by'
>;

/** Figures of the targets that are read before their parts: their own measures, and the first series. */
type Known = { own: Promise<readonly Totals[]>; included?: IncludedSeries | undefined };

/**
 * Gives the parts of an answer their places, in the order of the question. They are filled as their statements end, and
 * the same question must not be answered with fields in another order each time.
 */
function placeParts(
  targets: readonly object[],
  { totals, previous, series, funnel, spread, groupCount, by }: Parts,
): void {
  const named = (part: string, parts: object = {}) => {
    const names = Object.keys(parts);
    return names.length > 0 && { [part]: Object.fromEntries(names.map((name) => [name, []])) };
  };
  for (const target of targets)
    Object.assign(target, {
      ...(totals && { totals: undefined }),
      ...(previous && { previous: undefined }),
      ...named('series', series),
      ...named('funnel', funnel),
      ...named('spread', spread),
      ...named('groupCount', groupCount),
      ...named('by', by),
    });
}

/** Skips totals, which come with the groups. */
async function fillParts(
  answer: AnswerContext,
  place: AnswerPosition,
  input: SliceInput,
  { own, included }: Known,
): Promise<void> {
  const { previous, series = {}, funnel = {}, spread = {}, groupCount = {}, by = {} } = input;
  placeParts(place.targets, { previous, series, funnel, spread, groupCount, by });
  await Promise.all([
    previous && fillPrevious(answer, at(place, 'previous'), previous, own),
    ...Object.entries(series).map(([name, part]) =>
      fillSeries(answer, at(place, `series.${name}`), answer.window, {
        name,
        ...part,
        included: included?.name === name ? included.rows : undefined,
      }),
    ),
    ...Object.entries(funnel).map(([name, part]) =>
      fillFunnel(answer, at(place, `funnel.${name}`), { name, ...part }),
    ),
    ...Object.entries(spread).map(([name, part]) =>
      fillSpread(answer, at(place, `spread.${name}`), { name, ...part }),
    ),
    ...Object.entries(groupCount).map(([name, part]) =>
      fillGroupCount(answer, at(place, `groupCount.${name}`), { name, ...part }),
    ),
    ...Object.entries(by).map(([name, part]) =>
      fillGroups(answer, at(place, `by.${name}`), { name, ...part }),
    ),
  ]);
}

async function fillPrevious(
  answer: AnswerContext,
  { targets, ...place }: AnswerPosition,
  { totals, series = {}, change, ratio, ...asked }: PeriodInput,
  own: Promise<readonly Totals[]>,
): Promise<void> {
  const { span, previousAnswer } = previousOf(answer, asked);
  const periods = targets.map((slice) => {
    const period: Period = { window: { from: toText(span.from), to: toText(span.to) } };
    slice.previous = period;
    return period;
  });
  const previousPlace = { ...place, targets: periods };
  placeParts(periods, { totals, series });
  const names = [...new Set([...(totals ?? []), ...comparedIn({ change, ratio })])];
  answer.size.addValues(targets.length * sizeOf({ totals, change, ratio }));
  await Promise.all([
    Promise.all([own, readTotals(previousAnswer, previousPlace, span, names)]).then(([current, before]) =>
      periods.forEach((period, i) => {
        const [ofSlice = {}, ofPeriod = {}] = [current[i], before[i]];
        Object.assign(
          period,
          totals && { totals: pick(ofPeriod, totals) },
          compare(ofSlice, ofPeriod, { change, ratio }),
        );
      }),
    ),
    ...Object.entries(series).map(([name, part]) =>
      fillSeries(previousAnswer, at(previousPlace, `series.${name}`), span, { name, ...part }),
    ),
  ]);
}

/**
 * The window to compare with, and the answer that it is read for. `RecordLimit` counts the records in the window of this answer:
 * a given one, or one of the year before, may have many more than that of the question, and the window before has about as many.
 */
function previousOf(
  answer: AnswerContext,
  { window: asked, shift }: Pick<PeriodInput, 'window' | 'shift'>,
): { span: Span; previousAnswer: AnswerContext } {
  if (!asked && !shift) return { span: windowBefore(answer.window, answer.clock), previousAnswer: answer };
  const span = asked ? toWindow(asked, answer.clock) : windowBefore(answer.window, answer.clock, shift);
  return { span, previousAnswer: { ...answer, window: { ...span, period: span, isOfHours: false } } };
}

async function fillGroups(
  answer: AnswerContext,
  place: AnswerPosition,
  { name, ...groups }: GroupsInput & { name: string },
): Promise<void> {
  const { dimension, metadataKey, first, offset, having, totals, previous, whole } = groups;
  const ref = { dimension: answer.dimensions.of(dimension), metadataKey };
  const order = orderOf(groups);
  const before = previous || order.by === 'change' ? previousOf(answer, previous ?? {}) : undefined;
  const { from, to } = answer.window;
  const names = measuresToRead(groups);
  const question = {
    ref,
    first,
    offset,
    having,
    max: MAX_POINTS + 1,
    order,
    names,
    kinds: groupKinds(groups, answer.context.kinds),
    series: seriesToInclude(answer, groups),
    before: before && ([before.span.from, before.span.to] as const),
    needsKeysOfRest: having !== undefined && hasParts(groups),
  };
  const statement = groupStatement(scopeOf(answer, place), [from, to], question);
  const includedName = statement.hasSeries ? question.series?.name : undefined;
  const part = includedName === undefined ? place.part : `${place.part} with series.${includedName}`;
  if (before && statement.before)
    await answer.recordLimit.check(
      before.previousAnswer.window,
      statement.before,
      at(place, 'previous').part,
    );
  const rows = await readPart(answer, { ...place, part }, statement);
  answer.size.add(rows.length, totals?.length ?? 0);
  answer.size.addValues(rows.length * sizeOf(whole));
  const lists = place.targets.map((slice) => {
    const list: Group[] = [];
    slice.by = { ...slice.by, [name]: list };
    return list;
  });
  const targets: Group[] = [];
  const members: { parent: number; key: string; index: number }[] = [];
  const others: { parent: number; index: number; keys: readonly string[] | undefined }[] = [];
  const own: Totals[] = [];
  const cells: Rows = [];
  for (const [row, key = null, label = null, isOther, raw, series, ...values] of rows) {
    const [parent, index] = [Number(row), targets.length];
    const group: Group = { key, label, isOther: isOther === 't' };
    const measured = totalsOf(names, values);
    own.push(measured);
    if (totals) group.totals = pick(measured, totals);
    lists[parent]?.push(group);
    targets.push(group);
    if (group.isOther)
      others.push({ parent, index, keys: question.needsKeysOfRest ? keysOfRest(place, raw) : undefined });
    else members.push({ parent, key: raw ?? '', index });
    // The statement writes [bucket, measures…][].
    const list = JSON.parse(series ?? '[]') as [number, ...(string | null)[]][];
    for (const [bucket, ...measured] of list) cells.push([String(index), String(bucket), null, ...measured]);
  }
  const level = { ref, members, others };
  const removed = removedKinds(answer.context.kinds, place.levels.at(-1), level);
  const levels = [...place.levels, { ...level, removed }];
  const included = includedName === undefined ? undefined : { name: includedName, rows: cells };
  await Promise.all([
    whole && compareWithWhole(answer, place, { lists, targets, own, whole }),
    fillParts(answer, { levels, targets, part: place.part }, groups, { own: Promise.resolve(own), included }),
  ]);
}

/** How many values a comparison adds to an answer. */
function sizeOf({
  totals = [],
  change = [],
  ratio = [],
}: Pick<PeriodInput, 'totals' | 'change' | 'ratio'> = {}): number {
  return totals.length + change.length + ratio.length;
}

type Compared = {
  /** The groups of each parent. */
  lists: readonly (readonly Group[])[];
  targets: readonly Group[];
  own: readonly Totals[];
  whole: WholeInput;
};

async function compareWithWhole(
  answer: AnswerContext,
  place: AnswerPosition,
  { lists, targets, own, whole }: Compared,
): Promise<void> {
  const ofGroup = new Map(targets.map((group, i) => [group, own[i] ?? {}]));
  const wholes = await readTotals(answer, at(place, 'whole'), answer.window, comparedIn(whole));
  lists.forEach((list, parent) => {
    for (const group of list) group.whole = compare(ofGroup.get(group) ?? {}, wholes[parent] ?? {}, whole);
  });
}

/** Whether groups have parts that other statements read. */
function hasParts({
  previous,
  series = {},
  funnel = {},
  spread = {},
  groupCount = {},
  by = {},
}: SliceInput): boolean {
  return (
    previous !== undefined ||
    [series, funnel, spread, groupCount, by].some((parts) => Object.keys(parts).length > 0)
  );
}

function keysOfRest({ part }: AnswerPosition, raw: string | null | undefined): string[] {
  if (raw != null) return JSON.parse(raw) as string[];
  throw invalidRequest([
    {
      field: `${part}.having`,
      message:
        'leaves more groups beside those that are shown than their parts can be read for; ask for a narrower range, or for totals alone',
    },
  ]);
}

async function fillGroupCount(
  answer: AnswerContext,
  place: AnswerPosition,
  {
    name,
    dimension,
    metadataKey,
    ...asked
  }: NonNullable<SliceInput['groupCount']>[string] & { name: string },
): Promise<void> {
  const { from, to } = answer.window;
  const ref = { dimension: answer.dimensions.of(dimension), metadataKey };
  const question = { ref, having: asked.having, kinds: countedKinds(asked, answer.context.kinds) };
  answer.size.addValues(place.targets.length);
  const statement = groupCountStatement(scopeOf(answer, place), [from, to], question);
  const rows = await readPart(answer, place, statement);
  const counts = new Map(rows.map(([parent, count]) => [Number(parent), Number(count)]));
  place.targets.forEach((slice, i) => {
    slice.groupCount = { ...slice.groupCount, [name]: counts.get(i) ?? 0 };
  });
}

/** The first series. The sums of the groups cannot give distinct counts. */
function seriesToInclude({ window, clock }: AnswerContext, { series = {} }: GroupsInput) {
  const [first] = Object.entries(series);
  if (!first) return undefined;
  const [name, { every, totals: names = [] }] = first;
  if (names.length === 0 || distinctIn(names).length > 0) return undefined;
  const edges = sharedEdges(window, every, clock);
  return edges.length > MAX_INCLUDED_EDGES ? undefined : { name, names, edges: clippedTo(window, edges) };
}
