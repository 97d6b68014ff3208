import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { Parameters } from './parameters.ts';
import { absent, keyType } from './row-keys.ts';
import { type DimensionRef, hasDimension } from './slice-conditions.ts';

/** The groups found at one level of a path. An index is unique across parents. */
export type Level = {
  ref: DimensionRef;
  members: readonly { parent: number; key: string; index: number }[];
  /** The rest of each parent: what remains, or the groups with these keys where a condition left others out. */
  others: readonly { parent: number; index: number; keys?: readonly string[] | undefined }[];
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
    ...others.filter(({ parent, keys }) => (keys ? !keys.includes(absentKey) : shownIn.has(parent))),
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

/** Where rows go: how they join the groups of so many levels, and the columns of the groups that they belong to. */
export type Placement = {
  joins: string;
  depth: number;
  columns: readonly { name: string; type: 'int' | 'uuid' | 'text'; sql: string }[];
};

/**
 * Joins rows `r` to their groups. Statistics may say that there is one row where there are thousands, and PostgreSQL would
 * then compare each row with each group in a nested loop. It never runs a full join as a nested loop, so the joins are
 * full ones, and the condition at the end keeps only rows `r`. The condition is no plain `r.k0 is not null`, which is
 * never true for the rows that a full join adds: PostgreSQL would notice, and make it a left join again (decision 012).
 * The rest of each parent is in an array, by the index of the parent.
 */
export function mapLevels(
  levels: readonly Level[],
  parameters: Parameters,
): { joins: string; depth: number; group: string; parent: string } {
  const depth = levels.length;
  const mapped = levels.reduce(
    ({ joins, group }, { ref, members, others }, i) => {
      const named = [
        ...members,
        ...others.flatMap(({ keys = [], ...rest }) => keys.map((key) => ({ ...rest, key }))),
      ];
      const column = (pick: (row: Level['members'][number]) => unknown, type: string) =>
        parameters.add(named.map(pick), `${type}[]`);
      const known = `full join unnest(${column(({ parent }) => parent, 'int')}, ${column(({ key }) => key, keyType(ref))}, ${column(({ index }) => index, 'int')}) m${i}(p, k, g)
        on ${i === 0 ? '' : `m${i}.p = ${group} and `}m${i}.k = r.k${i}`;
      return {
        joins: `${joins} ${known}`,
        group: `coalesce(m${i}.g, ${restSql(others, group, parameters)})`,
        parent: group,
      };
    },
    { joins: '', group: '0', parent: '0' },
  );
  const isRow = depth === 0 ? '' : ' where (r.k0 is null) is not true';
  return { ...mapped, depth, joins: `${mapped.joins}${isRow}` };
}

/** The columns of sums by group. */
export function groupColumns({ parent, group }: { parent: string; group: string }): Placement['columns'] {
  return [
    { name: 'p', type: 'int', sql: parent },
    { name: 'g', type: 'int', sql: group },
  ];
}

/** Where rows go by group alone. */
export function groupPlace(mapped: ReturnType<typeof mapLevels>): Placement {
  return { ...mapped, columns: [{ name: 'g', type: 'int', sql: mapped.group }] };
}

function restSql(others: Level['others'], parent: string, parameters: Parameters): string {
  const ofParents: (number | null)[] = [];
  for (const { parent: of, index, keys } of others) if (!keys) ofParents[of] = index;
  return `(${parameters.add(
    Array.from(ofParents, (index) => index ?? null),
    'int[]',
  )})[1 + ${parent}]`;
}
