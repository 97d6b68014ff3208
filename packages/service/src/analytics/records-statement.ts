import type { RecordKind } from '../kinds/record-kind.ts';
import type { CursorPosition } from '../operations/cursor.ts';
import { selectRecords } from '../reading/read-records.ts';
import type { Span } from './calendar.ts';
import { countedSql, type Measure } from './measures.ts';
import { Parameters } from './parameters.ts';
import { type Conditions, recordConditions } from './slice-conditions.ts';

type Wanted = {
  developerId: string;
  measure: Measure;
  window: Span;
  where: Conditions;
  limit: number;
  after: CursorPosition | undefined;
};

/**
 * SQL of the records of a kind that a measure counts, newest first. They are read from the table of the kind, which has what the
 * sums count: a voided record is not in it, and an amended one is in it as it is now. Undefined if the filter removes the kind.
 */
export function recordsStatement(
  kind: RecordKind,
  { developerId, measure, window, where, limit, after }: Wanted,
): { sql: string; values: readonly unknown[] } | undefined {
  const parameters = new Parameters(developerId);
  const conditions = recordConditions(kind, where, parameters);
  if (!conditions) return undefined;
  const time = `r.${kind.time.column}`;
  const counted = countedSql(measure, kind);
  const all = [
    'r.developer_id = $1',
    `${time} >= ${parameters.instant(window.from)}`,
    `${time} < ${parameters.instant(window.to)}`,
    ...(after
      ? [
          `(${time}, r.id) < (${parameters.add(after.value, 'timestamptz')}, ${parameters.add(after.id, 'uuid')})`,
        ]
      : []),
    ...(counted === undefined ? [] : [counted]),
    ...conditions,
  ];
  const order = `order by ${time} desc, r.id desc`;
  const page = `(select r.* from ${kind.table} r where ${all.join(' and ')} ${order} limit ${parameters.add(limit, 'bigint')})`;
  return {
    sql: `with ${parameters.named} ${selectRecords(kind, page)} ${order}`,
    values: parameters.values,
  };
}
