import { MAX_POINTS } from './answer-size.ts';
import { previousSpan, type Span, toSpan } from './calendar.ts';
import { fillFunnel } from './fill-funnel.ts';
import { groupStatement } from './group-statement.ts';
import { groupKinds } from './kinds-of-groups.ts';
import { removedKinds } from './levels.ts';
import type { Measure } from './measures.ts';
import { WindowRecords } from './record-limit.ts';
import { sharedEdges } from './shared-edges.ts';
import type {
  Bucket,
  Group,
  GroupsInput,
  Period,
  PeriodInput,
  SeriesInput,
  Slice,
  SliceInput,
  Totals,
} from './slice.schema.ts';
import { type AnswerPosition, at, type Rows, type Run, readPart, scopeOf } from './slice-run.ts';
import { sumStatement } from './statements.ts';
import { completeShares, emptyTotals, totalsOf, withoutShares } from './totals.ts';

type Target = { totals?: Totals | undefined; series?: Record<string, Bucket[]> | undefined };

/**
 * Bucket edges of a series that is read with its groups: its size is unknown before, so longer ones are counted first.
 */
const MAX_INCLUDED_EDGES = 400;

/** Parts run in parallel. Groups are read before their parts. */
export async function answerSlice(run: Run, input: SliceInput): Promise<Slice> {
  const slice: Slice = {};
  const place: AnswerPosition = { levels: [], targets: [slice], part: '' };
  const { totals } = input;
  await Promise.all([totals && fillTotals(run, place, run.window, totals), fillParts(run, place, input)]);
  return slice;
}

type IncludedSeries = { name: string; rows: Rows };

/** Skips totals, which come with the groups. */
async function fillParts(
  run: Run,
  place: AnswerPosition,
  input: SliceInput,
  included?: IncludedSeries,
): Promise<void> {
  const { previous, series = {}, funnel = {}, by = {} } = input;
  await Promise.all([
    previous && fillPrevious(run, at(place, 'previous'), previous),
    ...Object.entries(series).map(([name, part]) =>
      fillSeries(run, at(place, `series.${name}`), run.window, {
        name,
        ...part,
        included: included?.name === name ? included.rows : undefined,
      }),
    ),
    ...Object.entries(funnel).map(([name, part]) =>
      fillFunnel(run, at(place, `funnel.${name}`), { name, ...part }),
    ),
    ...Object.entries(by).map(([name, part]) => fillGroups(run, at(place, `by.${name}`), { name, ...part })),
  ]);
}

async function fillPrevious(
  run: Run,
  { targets, ...place }: AnswerPosition,
  { totals, series = {}, ...asked }: PeriodInput,
): Promise<void> {
  const { span, previousRun } = previousOf(run, asked);
  const periods = targets.map((slice) => {
    const period: Period = { window: { from: toText(span.from), to: toText(span.to) } };
    slice.previous = period;
    return period;
  });
  const previousPlace = { ...place, targets: periods };
  await Promise.all([
    totals && fillTotals(previousRun, previousPlace, span, totals),
    ...Object.entries(series).map(([name, part]) =>
      fillSeries(previousRun, at(previousPlace, `series.${name}`), span, { name, ...part }),
    ),
  ]);
}

/** A window given for the previous period may have many more records. */
function previousOf(run: Run, { window }: Pick<PeriodInput, 'window'>): { span: Span; previousRun: Run } {
  if (!window) return { span: previousSpan(run.window, run.calendar), previousRun: run };
  const span = toSpan(window, run.calendar);
  return { span, previousRun: { ...run, window: span, records: new WindowRecords(run.context, span) } };
}

async function fillTotals(
  run: Run,
  place: AnswerPosition<Target>,
  span: Span,
  names: readonly Measure[],
): Promise<void> {
  for (const target of place.targets) target.totals = emptyTotals(names);
  if (names.length === 0) return;
  const statement = sumStatement(scopeOf(run, place), [span.from, span.to], { names, isSeries: false });
  const rows = await readPart(run, at(place, 'totals'), statement);
  const level = place.levels.at(-1);
  for (const [group, , , ...values] of rows) {
    const target = group == null ? undefined : place.targets[Number(group)];
    if (target) target.totals = level ? totalsOf(names, values) : withoutShares(totalsOf(names, values));
  }
  if (!level) return;
  // Shares of hidden groups decide whether the family has records.
  const rowsOfHiddenGroups = rows.filter(([group]) => group === null);
  const families = Map.groupBy([...level.members, ...level.others], ({ parent }) => parent);
  for (const [parent, family] of families) {
    const others = rowsOfHiddenGroups.filter(([, , of]) => Number(of) === parent);
    completeShares(names, [
      ...family.flatMap(({ index }) => place.targets[index]?.totals ?? []),
      ...others.map(([, , , ...values]) => totalsOf(names, values)),
    ]);
  }
}

async function fillSeries(
  run: Run,
  place: AnswerPosition<Target>,
  span: Span,
  { name, every, totals: names = [], included }: SeriesInput & { name: string; included?: Rows | undefined },
): Promise<void> {
  const edges = sharedEdges(span, every, run.calendar);
  const starts = edges.slice(0, -1);
  run.size.add(place.targets.length * starts.length, names.length);
  // All parallel series are counted before the first is built.
  await undefined;
  run.size.check();
  const lists = place.targets.map((target) => {
    const list = starts.map((start, i): Bucket => {
      const end = edges[i + 1] as number;
      const isPartial = start < span.from || end > span.to;
      return { start: toText(start), end: toText(end), isPartial, totals: emptyTotals(names) };
    });
    target.series = { ...target.series, [name]: list };
    return list;
  });
  if (names.length === 0) return;
  const ask = () =>
    readPart(
      run,
      place,
      sumStatement(scopeOf(run, place), clippedTo(span, edges), { names, isSeries: true }),
    );
  for (const [group, bucket, , ...values] of included ?? (await ask())) {
    const found = lists[Number(group)]?.[Number(bucket)];
    if (found) found.totals = totalsOf(names, values);
  }
  for (const list of lists)
    completeShares(
      names,
      list.map((bucket) => bucket.totals),
    );
}

async function fillGroups(
  run: Run,
  place: AnswerPosition,
  { name, ...groups }: GroupsInput & { name: string },
): Promise<void> {
  const { dimension, metadataKey, first, orderBy, totals, previous } = groups;
  const ref = { dimension, metadataKey };
  const before = previous && previousOf(run, previous);
  const { from, to } = run.window;
  const question = {
    ref,
    first,
    max: MAX_POINTS + 1,
    order: orderBy,
    names: totals ?? [],
    kinds: groupKinds(groups, run.context.kinds),
    series: seriesToInclude(run, groups),
    before: before && ([before.span.from, before.span.to] as const),
  };
  const statement = groupStatement(scopeOf(run, place), [from, to], question);
  const includedName = statement.hasSeries ? question.series?.name : undefined;
  const part = includedName === undefined ? place.part : `${place.part} with series.${includedName}`;
  if (before && statement.before)
    await before.previousRun.records.check(statement.before, at(place, 'previous').part);
  const rows = await readPart(run, { ...place, part }, statement);
  run.size.add(rows.length, totals?.length ?? 0);
  const lists = place.targets.map((slice) => {
    const list: Group[] = [];
    slice.by = { ...slice.by, [name]: list };
    return list;
  });
  const targets: Group[] = [];
  const members: { parent: number; key: string; index: number }[] = [];
  const others: { parent: number; index: number }[] = [];
  const cells: Rows = [];
  for (const [row, key = null, label = null, isOther, raw, series, ...values] of rows) {
    const [parent, index] = [Number(row), targets.length];
    const group: Group = { key, label, isOther: isOther === 't' };
    if (totals) group.totals = totalsOf(totals, values);
    lists[parent]?.push(group);
    targets.push(group);
    if (group.isOther) others.push({ parent, index });
    else members.push({ parent, key: raw ?? '', index });
    // The statement writes [bucket, measures…][].
    const list = JSON.parse(series ?? '[]') as [number, ...(string | null)[]][];
    for (const [bucket, ...measured] of list) cells.push([String(index), String(bucket), null, ...measured]);
  }
  const level = { ref, members, others };
  const removed = removedKinds(run.context.kinds, place.levels.at(-1), level);
  const levels = [...place.levels, { ...level, removed }];
  const included = includedName === undefined ? undefined : { name: includedName, rows: cells };
  await fillParts(run, { levels, targets, part: place.part }, groups, included);
}

/** The first series. Sessions are counted distinctly, which the sums of the groups cannot give. */
function seriesToInclude({ window, calendar }: Run, { series = {} }: GroupsInput) {
  const [first] = Object.entries(series);
  if (!first) return undefined;
  const [name, { every, totals: names = [] }] = first;
  if (names.length === 0 || names.includes('sessions')) return undefined;
  const edges = sharedEdges(window, every, calendar);
  return edges.length > MAX_INCLUDED_EDGES ? undefined : { name, names, edges: clippedTo(window, edges) };
}

function clippedTo({ from, to }: Span, edges: readonly number[]): number[] {
  return [from, ...edges.slice(1, -1), to];
}

/** The last buckets of 9999 end in a year that no timestamp may have, west of Greenwich. */
const LATEST = Date.UTC(10_000, 0, 1) - 1;

function toText(time: number): string {
  return new Date(Math.min(time, LATEST)).toISOString();
}
