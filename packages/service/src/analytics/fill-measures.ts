import {
  type AnswerContext,
  type AnswerPosition,
  at,
  type Rows,
  readPart,
  scopeOf,
} from './answer-context.ts';
import type { Span } from './calendar.ts';
import type { Measure } from './measures.ts';
import { sharedEdges } from './shared-edges.ts';
import type {
  Bucket,
  FunnelInput,
  FunnelStep,
  SeriesInput,
  Spread,
  SpreadInput,
  Totals,
} from './slice.schema.ts';
import { spreadFigureNames } from './spread.ts';
import { funnelStatement, spreadStatement, sumStatement } from './statements.ts';
import { completeShares, emptyTotals, totalsOf, withoutShares } from './totals.ts';

type Target = { series?: Record<string, Bucket[]> | undefined };

/** The measures of each target, in their order. */
export async function readTotals(
  answer: AnswerContext,
  place: AnswerPosition<unknown>,
  span: Span,
  names: readonly Measure[],
): Promise<Totals[]> {
  const found = place.targets.map(() => emptyTotals(names));
  if (names.length === 0) return found;
  const statement = sumStatement(scopeOf(answer, place), [span.from, span.to], { names, isSeries: false });
  const rows = await readPart(answer, at(place, 'totals'), statement);
  const level = place.levels.at(-1);
  for (const [group, , , ...values] of rows) {
    if (group == null || !found[Number(group)]) continue;
    found[Number(group)] = level ? totalsOf(names, values) : withoutShares(totalsOf(names, values));
  }
  if (!level) return found;
  // Shares of hidden groups decide whether the family has records.
  const rowsOfHiddenGroups = rows.filter(([group]) => group === null);
  const families = Map.groupBy([...level.members, ...level.others], ({ parent }) => parent);
  for (const [parent, family] of families) {
    const others = rowsOfHiddenGroups.filter(([, , of]) => Number(of) === parent);
    completeShares(names, [
      ...family.flatMap(({ index }) => found[index] ?? []),
      ...others.map(([, , , ...values]) => totalsOf(names, values)),
    ]);
  }
  return found;
}

export async function fillSeries(
  answer: AnswerContext,
  place: AnswerPosition<Target>,
  span: Span,
  { name, every, totals: names = [], included }: SeriesInput & { name: string; included?: Rows | undefined },
): Promise<void> {
  const edges = sharedEdges(span, every, answer.clock);
  const starts = edges.slice(0, -1);
  answer.size.add(place.targets.length * starts.length, names.length);
  // All parallel series are counted before the first is built.
  await undefined;
  answer.size.check();
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
      answer,
      place,
      sumStatement(scopeOf(answer, place), clippedTo(span, edges), { names, isSeries: true }),
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

export async function fillFunnel(
  answer: AnswerContext,
  place: AnswerPosition,
  { name, start, steps }: FunnelInput & { name: string },
): Promise<void> {
  const names = [...(start ? [null] : []), ...steps];
  const counts = place.targets.map(() => names.map(() => 0));
  const { from, to } = answer.window;
  const statement = funnelStatement(scopeOf(answer, place), [from, to], { start, steps });
  for (const [group, step, sessions] of await readPart(answer, place, statement)) {
    const row = counts[Number(group)];
    if (row) row[Number(step)] = Number(sessions);
  }
  place.targets.forEach((slice, i) => {
    const all = counts[i]?.[0] ?? 0;
    const list = names.map((goalKey, step): FunnelStep => {
      const sessions = counts[i]?.[step] ?? 0;
      return { goalKey, sessions, conversion: all === 0 ? null : Math.round((sessions / all) * 1e6) / 1e6 };
    });
    slice.funnel = { ...slice.funnel, [name]: list };
  });
}

export async function fillSpread(
  answer: AnswerContext,
  place: AnswerPosition,
  { name, ...spread }: SpreadInput & { name: string },
): Promise<void> {
  const { from, to } = answer.window;
  answer.size.add(place.targets.length, spreadFigureNames.length);
  const rows = await readPart(answer, place, spreadStatement(scopeOf(answer, place), [from, to], spread));
  const found = new Map(rows.map(([group, ...figures]) => [Number(group), figures]));
  place.targets.forEach((slice, i) => {
    const figures = found.get(i);
    const shown =
      figures &&
      spreadFigureNames.map((figure, j) => [figure, figure === 'count' ? Number(figures[j]) : figures[j]]);
    // The names are those of the figures.
    slice.spread = { ...slice.spread, [name]: shown ? (Object.fromEntries(shown) as Spread) : null };
  });
}

/** Edges of buckets, without the parts that lie outside the window. */
export function clippedTo({ from, to }: Span, edges: readonly number[]): number[] {
  return [from, ...edges.slice(1, -1), to];
}

/** The last buckets of 9999 end in a year that no timestamp may have, west of Greenwich. */
const LATEST = Date.UTC(10_000, 0, 1) - 1;

export function toText(time: number): string {
  return new Date(Math.min(time, LATEST)).toISOString();
}
