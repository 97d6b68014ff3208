import type { RecordKind } from '../kinds/record-kind.ts';
import { NIL_UUID } from '../rollups/rollup-sql.ts';
import type { Parameters } from './parameters.ts';
import { type DimensionRef, dimensionSql } from './slice-conditions.ts';

/** The type of the keys of rows. */
export function keyType({ dimension }: DimensionRef): 'uuid' | 'text' {
  return dimension.table ? 'uuid' : 'text';
}

/**
 * The key of rows that have no value, since null would join nothing. A present text gets the prefix `=`, so that an
 * empty text differs from no value.
 */
export const absent = { uuid: NIL_UUID, text: '' } as const;

/** SQL of the index of the bucket in which a time lies. */
export function bucketing(thresholds: readonly number[], parameters: Parameters): (time: string) => string {
  if (thresholds.length === 1) return () => '0';
  const starts = parameters.instants(thresholds);
  return (time) => `width_bucket(${time}, ${starts}) - 1`;
}

/** SQL of the key of a record `r`. */
export function recordKeySql(kind: RecordKind, ref: DimensionRef, parameters: Parameters): string {
  const type = keyType(ref);
  const sql = dimensionSql(kind, ref, parameters);
  return sql === null ? `'${absent[type]}'::${type}` : present(sql, type);
}

export function present(sql: string, type: 'uuid' | 'text'): string {
  return type === 'uuid' ? `coalesce(${sql}, '${NIL_UUID}')` : `coalesce('=' || (${sql}), '')`;
}
