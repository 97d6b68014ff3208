import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { amountOfShare, kindNamesOf, type Measure } from './measures.ts';
import type { GroupsInput, SliceInput } from './slice.schema.ts';

export type GroupOrder = { measure: Measure | 'key'; direction: 'asc' | 'desc' };

/** The order of groups. Shares order like the amounts of which they are parts. */
export function orderOf({ orderBy, ...asked }: GroupsInput): GroupOrder {
  const [first] = measuresOf(asked);
  const { measure = first === undefined ? 'revenue' : amountOfShare(first), direction } = orderBy;
  return { measure, direction };
}

/**
 * Kinds that any measure of the groups counts, however deep, so that groups add up to the whole. Without measures, all
 * kinds.
 */
export function groupKinds(groups: GroupsInput, kinds: KindRegistry): readonly RecordKind[] {
  const names = [...measuresOfGroups(groups)];
  const named = new Set([...kindNamesOf(names), ...(hasFunnel(groups) ? ['goals'] : [])]);
  // Records of any kind may name sessions.
  if (names.includes('sessions') || named.size === 0) return kinds.all;
  return [...named].map((name) => kinds.of(name));
}

function* measuresOf({ totals = [], previous, series = {}, by = {} }: SliceInput): Generator<Measure> {
  yield* totals;
  for (const part of Object.values(series)) yield* part.totals ?? [];
  if (previous) yield* measuresOf(previous);
  for (const part of Object.values(by)) yield* measuresOfGroups(part);
}

function* measuresOfGroups(groups: GroupsInput): Generator<Measure> {
  yield* measuresOf(groups);
  const { measure } = orderOf(groups);
  if (measure !== 'key') yield measure;
}

export function hasFunnel({ funnel, by = {} }: SliceInput): boolean {
  return Object.keys(funnel ?? {}).length > 0 || Object.values(by).some(hasFunnel);
}
