import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { kindNamesOf, type Measure } from './measures.ts';
import type { GroupsInput, SliceInput } from './slice.schema.ts';

/**
 * Kinds that any measure of the groups counts, however deep, so that groups add up to the whole. Without measures, all
 * kinds.
 */
export function groupKinds(groups: GroupsInput, kinds: KindRegistry): readonly RecordKind[] {
  const names = [...measuresOf(groups)];
  const named = new Set([...kindNamesOf(names), ...(hasFunnel(groups) ? ['goals'] : [])]);
  // Records of any kind may name sessions.
  if (names.includes('sessions') || named.size === 0) return kinds.all;
  return [...named].map((name) => kinds.of(name));
}

function* measuresOf({
  totals = [],
  previous,
  series = {},
  by = {},
  ...rest
}: SliceInput & Partial<Pick<GroupsInput, 'orderBy'>>): Generator<Measure> {
  yield* totals;
  if (rest.orderBy && rest.orderBy.measure !== 'key') yield rest.orderBy.measure;
  for (const part of Object.values(series)) yield* part.totals ?? [];
  if (previous) yield* measuresOf(previous);
  for (const part of Object.values(by)) yield* measuresOf(part);
}

export function hasFunnel({ funnel, by = {} }: SliceInput): boolean {
  return Object.keys(funnel ?? {}).length > 0 || Object.values(by).some(hasFunnel);
}
