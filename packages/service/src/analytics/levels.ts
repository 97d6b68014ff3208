import type { KindRegistry } from '../kinds/kind-registry.ts';
import { absent, keyType } from './row-keys.ts';
import { type DimensionRef, hasDimension } from './slice-conditions.ts';

/** The groups found at one level of a path. An index is unique across parents. */
export type Level = {
  ref: DimensionRef;
  members: readonly { parent: number; key: string; index: number }[];
  others: readonly { parent: number; index: number }[];
  /** Indexes of the groups that cannot have records of a kind, by its name. */
  removed: ReadonlyMap<string, readonly number[]>;
};

/** Records without the dimension are in the group without a key, or in the rest if that is not shown. */
export function removedKinds(
  kinds: KindRegistry,
  above: Level | undefined,
  { ref, members, others }: Omit<Level, 'removed'>,
): Level['removed'] {
  const absentKey = absent[keyType(ref)];
  const absents = members.filter(({ key }) => key === absentKey);
  const shownIn = new Set(absents.map(({ parent }) => parent));
  const keyed = [
    ...members.filter(({ key }) => key !== absentKey),
    ...others.filter(({ parent }) => shownIn.has(parent)),
  ];
  const removed = new Map<string, number[]>();
  for (const kind of kinds.all) {
    const parents = new Set(above?.removed.get(kind.name));
    const groups = [...members, ...others].filter(({ parent }) => parents.has(parent));
    const indexes = [...groups, ...(hasDimension(kind, ref) ? [] : keyed)].map(({ index }) => index);
    if (indexes.length > 0) removed.set(kind.name, indexes);
  }
  return removed;
}
