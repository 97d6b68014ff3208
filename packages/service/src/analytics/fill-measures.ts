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
import type { Bucket, FunnelStep, SeriesInput, Totals } from './slice.schema.ts';
import { funnelStatement, sumStatement } from './statements.ts';
import { completeShares, emptyTotals, totalsOf, withoutShares } from './totals.ts';

type Target = { totals?: Totals | undefined; series?: Record<string, Bucket[]> | undefined };

export async function fillTotals(
  answer: AnswerContext,
  place: AnswerPosition<Target>,
  span: Span,
  names: readonly Measure[],
): Promise<void> {
  for (const target of place.targets) target.totals = emptyTotals(names);
  if (names.length === 0) return;
  const statement = sumStatement(scopeOf(answer, place), [span.from, span.to], { names, isSeries: false });
  const rows = await readPart(answer, at(place, 'totals'), statement);
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
  { name, steps }: { name: string; steps: readonly string[] },
): Promise<void> {
  const counts = place.targets.map(() => steps.map(() => 0));
  const { from, to } = answer.window;
  const statement = funnelStatement(scopeOf(answer, place), [from, to], steps);
  for (const [group, step, sessions] of await readPart(answer, place, statement)) {
    const row = counts[Number(group)];
    if (row) row[Number(step)] = Number(sessions);
  }
  place.targets.forEach((slice, i) => {
    const all = counts[i]?.[0] ?? 0;
    const list = steps.map((goalKey, step): FunnelStep => {
      const sessions = counts[i]?.[step] ?? 0;
      return { goalKey, sessions, conversion: all === 0 ? null : Math.round((sessions / all) * 1e6) / 1e6 };
    });
    slice.funnel = { ...slice.funnel, [name]: list };
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
