import type { RecordDimension } from '../kinds/record-kind.ts';

/**
 * A session keeps the agent and the customer of the earliest record that names one (`remembers`), with the time and the
 * id of this record: `agent_id`, `agent_named_at` and `agent_named_by`.
 */

/** SQL of a named dimension, and of the record's time and id. */
export type Naming = { id: string; at: string; by: string };

export function columnsOfNamed({
  stem: name,
  column,
}: RecordDimension): [id: string, at: string, by: string] {
  return [column, `${name}_named_at`, `${name}_named_by`];
}

/** Needs {@link windowOfNamed}. */
export function firstNamed(dimension: RecordDimension, { id, at, by }: Naming): string[] {
  const values = [id, ...[at, by].map((value) => `case when ${id} is not null then ${value} end`)];
  return columnsOfNamed(dimension).map(
    (column, i) => `first_value(${values[i]}) over by_${dimension.stem} as ${column}`,
  );
}

export function windowOfNamed(dimension: RecordDimension, { id, at, by }: Naming, row: string): string {
  return `by_${dimension.stem} as (partition by ${row} order by ${id} is null, ${at}, ${by})`;
}

export function changesByEarlier(table: string, remembered: readonly RecordDimension[]): string[] {
  if (remembered.length === 0) return [];
  const changes = remembered.map((dimension) => {
    const columns = columnsOfNamed(dimension);
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
