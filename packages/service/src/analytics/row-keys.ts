import { HIDDEN_TENANT } from '../database/lookup-sql.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { NIL_UUID } from '../rollups/rollup-sql.ts';
import type { Parameters } from './parameters.ts';
import { type DimensionRef, dimensionSql, rollupSql } from './slice-conditions.ts';
import { type DimensionSql, jsonText } from './slice-dimensions.ts';

/** The type of the keys of rows. */
export function keyType({ dimension }: DimensionRef): 'uuid' | 'text' {
  return dimension.table ? 'uuid' : 'text';
}

/**
 * The key of rows that have no value, since null would join nothing. A present text gets the prefix `=`, so that an
 * empty text differs from no value.
 */
export const absent = { uuid: NIL_UUID, text: '' } as const;

/** SQL of the key of rows without the dimension. */
export function absentSql(ref: DimensionRef): string {
  const type = keyType(ref);
  return `'${absent[type]}'::${type}`;
}

/** SQL of the index of the bucket in which a time lies. */
export function bucketing(thresholds: readonly number[], parameters: Parameters): (time: string) => string {
  if (thresholds.length === 1) return () => '0';
  const starts = parameters.instants(thresholds);
  return (time) => `width_bucket(${time}, ${starts}) - 1`;
}

/** SQL of the condition that a time is in the window. */
export function windowing(edges: readonly number[], parameters: Parameters): (time: string) => string {
  const [from, to] = [edges[0] as number, edges.at(-1) as number].map((edge) => parameters.instant(edge));
  return (time) => `${time} >= ${from} and ${time} < ${to}`;
}

/**
 * The key of a row in one dimension. `sql` is that of the row; with `ofSum`, of the sum of the rows with the same `sql`,
 * because it is costly to make, and rows are many.
 */
export type RowKey = { sql: string; isConstant: boolean; ofSum?: (sql: string) => string };

export type RowKeys = { keys: readonly RowKey[]; joins: string };

/** The keys of a record `r`, and the joins that they need. */
export function recordKeys(kind: RecordKind, path: readonly DimensionRef[], parameters: Parameters): RowKeys {
  return rowKeys(path, (ref) => dimensionSql(kind, ref, parameters));
}

/** The keys of a row of rollups `r`, of dimensions that the kind has. */
export function rollupKeys(kind: RecordKind, path: readonly DimensionRef[], parameters: Parameters): RowKeys {
  return rowKeys(path, (ref) => rollupSql(kind, ref, parameters));
}

/**
 * The rows that a row references are joined, so that PostgreSQL may read many in one pass. A left join keeps the rows in the outer place, and
 * the hidden tenant makes it look each up by the primary key if it expects few rows (decision 012). Plans name the table `joined`, since
 * the join may read all rows of the developer once, which is wrong for a look-up.
 */
function rowKeys(
  path: readonly DimensionRef[],
  toSql: (ref: DimensionRef) => DimensionSql | undefined,
): RowKeys {
  const joins: string[] = [];
  const keys = path.map((ref, i): RowKey => {
    const type = keyType(ref);
    const value = toSql(ref);
    if (!value) return { sql: absentSql(ref), isConstant: true };
    const { sql, json, referenced } = value;
    if (json)
      return {
        sql: `(${json})::text`,
        isConstant: false,
        ofSum: (token) => present(jsonText(`${token}::json`), type),
      };
    if (!referenced) return { sql: present(sql, type), isConstant: false };
    const { table, id, select } = referenced;
    joins.push(
      `left join (select t.id, ${select} as key from (select * from ${table} joined where developer_id = ${HIDDEN_TENANT}) t) j${i} on j${i}.id = ${id}`,
    );
    return { sql: present(`j${i}.key`, type), isConstant: false };
  });
  return { keys, joins: joins.join(' ') };
}

function present(sql: string, type: 'uuid' | 'text'): string {
  return type === 'uuid' ? `coalesce(${sql}, '${NIL_UUID}')` : `coalesce('=' || (${sql}), '')`;
}

/** SQL of the keys of rows, as columns k0, k1, … */
export function keyColumns(keys: readonly RowKey[]): string[] {
  return keys.map(({ sql, ofSum }, i) => `${ofSum?.(sql) ?? sql} as k${i}`);
}
