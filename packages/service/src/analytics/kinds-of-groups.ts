import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { amountOfShare, distinctIn, kindNamesOf, type Measure } from './measures.ts';
import type { GroupsInput, PeriodInput, SliceInput } from './slice.schema.ts';
import { type Spread, type SpreadFigure, spreadValues } from './spread.ts';

export type GroupOrder = { direction: 'asc' | 'desc' } & (
  | { by: 'key' }
  | { by: 'value' | 'change'; measure: Measure }
  | { by: 'spread'; spread: Spread; figure: SpreadFigure }
);

/** The order of groups. Shares order like the amounts of which they are parts. */
export function orderOf({ orderBy, ...asked }: GroupsInput): GroupOrder {
  const { measure, by = 'value', spread, direction } = orderBy;
  if (spread) return { by: 'spread', spread, figure: spread.figure, direction };
  if (measure === 'key') return { by: 'key', direction };
  const [first] = measuresOf(asked);
  return { by, measure: measure ?? (first === undefined ? 'revenue' : amountOfShare(first)), direction };
}

/**
 * Kinds that any measure of the groups counts, however deep, so that groups add up to the whole. Without measures, all
 * kinds.
 */
export function groupKinds(groups: GroupsInput, kinds: KindRegistry): readonly RecordKind[] {
  const counts = countsOf(groups).map(countedMeasures);
  if (counts.some((names) => names.length === 0)) return kinds.all;
  const names = [...measuresOfGroups(groups), ...counts.flat()];
  return kindsOf(names, [...spreadsOfGroups(groups)], funnelsOf(groups), kinds);
}

/** The kinds whose records make the groups that are counted. */
export function countedKinds(
  count: Pick<Count, 'measures' | 'having'>,
  kinds: KindRegistry,
): readonly RecordKind[] {
  return kindsOf(countedMeasures(count), [], [], kinds);
}

function countedMeasures({ measures = [], having }: Pick<Count, 'measures' | 'having'>): readonly Measure[] {
  return [...measures, ...(having ? [having.measure] : [])];
}

function kindsOf(
  names: readonly Measure[],
  spreads: readonly Spread[],
  funnels: readonly { start?: string | undefined }[],
  kinds: KindRegistry,
): readonly RecordKind[] {
  const named = new Set([
    ...kindNamesOf(names),
    ...spreads.map(({ of }) => spreadValues[of].kind),
    ...(funnels.length > 0 ? ['goals'] : []),
  ]);
  // Records of any kind may name members.
  const hasMembers = distinctIn(names).length > 0 || funnels.some(({ start }) => start !== undefined);
  if (hasMembers || named.size === 0) return kinds.all;
  return [...named].map((name) => kinds.of(name));
}

/** The measures of a slice that are read for its own figures: those that are shown, and those that are compared. */
export function measuresToRead({
  totals,
  previous,
  whole,
}: Pick<SliceInput, 'totals' | 'previous'> & Pick<Partial<GroupsInput>, 'whole'>): Measure[] {
  return [...new Set([...(totals ?? []), ...comparedIn(previous), ...comparedIn(whole)])];
}

/** The measures that a slice is compared by. */
export function comparedIn({
  change = [],
  ratio = [],
}: Pick<PeriodInput, 'change' | 'ratio'> = {}): readonly Measure[] {
  return [...new Set([...change, ...ratio])];
}

function* measuresOf({ totals = [], previous, series = {}, by = {} }: SliceInput): Generator<Measure> {
  yield* totals;
  for (const part of Object.values(series)) yield* part.totals ?? [];
  if (previous) {
    yield* comparedIn(previous);
    yield* measuresOf(previous);
  }
  for (const part of Object.values(by)) yield* measuresOfGroups(part);
}

function* measuresOfGroups(groups: GroupsInput): Generator<Measure> {
  yield* measuresOf(groups);
  yield* comparedIn(groups.whole);
  const order = orderOf(groups);
  if ('measure' in order) yield order.measure;
  if (groups.having) yield groups.having.measure;
}

function* spreadsOfGroups({ orderBy, ...groups }: GroupsInput): Generator<Spread> {
  if (orderBy.spread) yield orderBy.spread;
  yield* Object.values(groups.spread ?? {});
  for (const part of Object.values(groups.by ?? {})) yield* spreadsOfGroups(part);
}

type Count = NonNullable<SliceInput['groupCount']>[string];

function countsOf({ groupCount = {}, by = {} }: SliceInput): Count[] {
  return [...Object.values(groupCount), ...Object.values(by).flatMap(countsOf)];
}

type Funnel = NonNullable<SliceInput['funnel']>[string];

function funnelsOf({ funnel = {}, by = {} }: SliceInput): Funnel[] {
  return [...Object.values(funnel), ...Object.values(by).flatMap(funnelsOf)];
}

export function hasFunnel(input: SliceInput): boolean {
  return funnelsOf(input).length > 0;
}
