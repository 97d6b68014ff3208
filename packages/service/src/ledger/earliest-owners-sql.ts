import type { RecordDimension } from '../kinds/record-kind.ts';

/** SQL of a named dimension, and of the record's time and id. */
export type Naming = { id: string; at: string; by: string };

export function columnsOfOwner({ name, column }: RecordDimension): [id: string, at: string, by: string] {
  return [column, `${name}_named_at`, `${name}_named_by`];
}

/** Needs {@link windowOfOwner}. */
export function firstNamed(owner: RecordDimension, { id, at, by }: Naming): string[] {
  const values = [id, ...[at, by].map((value) => `case when ${id} is not null then ${value} end`)];
  return columnsOfOwner(owner).map(
    (column, i) => `first_value(${values[i]}) over by_${owner.name} as ${column}`,
  );
}

export function windowOfOwner(owner: RecordDimension, { id, at, by }: Naming, row: string): string {
  return `by_${owner.name} as (partition by ${row} order by ${id} is null, ${at}, ${by})`;
}

/** Rows of older versions lack the time, and stay as they are until `settleSessions`. */
export function changesByEarlier(table: string, owners: readonly RecordDimension[]): string[] {
  if (owners.length === 0) return [];
  const changes = owners.map((owner) => {
    const columns = columnsOfOwner(owner);
    const [id, at, by] = columns;
    const isEarlier = `excluded.${id} is not null and (${table}.${id} is null
      or (excluded.${at}, excluded.${by}) < (${table}.${at}, ${table}.${by}))`;
    return { columns, isEarlier };
  });
  const set = (column: string, condition: string) =>
    `${column} = case when ${condition} then excluded.${column} else ${table}.${column} end`;
  return [
    ...changes.flatMap(({ columns, isEarlier }) => columns.map((column) => set(column, isEarlier))),
    set('updated_at', changes.map(({ isEarlier }) => isEarlier).join(' or ')),
  ];
}
