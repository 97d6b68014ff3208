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

type RecordsStatement = { sql: string; values: readonly unknown[] };

/**
 * How many of the newest records of a window are looked through for those that meet the conditions. Most pages are full after the
 * first step: 10,000 records take about 25 ms. The last step reads all records that meet the conditions.
 */
const reaches = [10_000, 100_000, 'all'] as const;
type Reach = (typeof reaches)[number];

/**
 * SQL of the records of a kind that a measure counts, newest first: one statement after another until a page is full. They are
 * read from the table of the kind, which has what the sums count: a voided record is not in it, and an amended one is in it as it
 * is now. Empty if the filter removes the kind.
 *
 * No index has the records of a member in the order of time. PostgreSQL would walk down the whole window for a member whose
 * records are all old, because it takes the records of every member for evenly spread. So it walks down a part of the window; if
 * this has no whole page, a larger part, and then all records that meet the conditions are read, by an index of the conditions where
 * there is one.
 */
export function recordsStatements(kind: RecordKind, wanted: Wanted): RecordsStatement[] {
  return reaches.flatMap((reach) => recordsStatement(kind, wanted, reach) ?? []);
}

function recordsStatement(
  kind: RecordKind,
  { developerId, measure, window, where, limit, after }: Wanted,
  reach: Reach,
): RecordsStatement | undefined {
  const parameters = new Parameters(developerId);
  const conditions = recordConditions(kind, where, parameters);
  if (!conditions) return undefined;
  const time = `r.${kind.time.column}`;
  const counted = countedSql(measure, kind);
  const inWindow = [
    'r.developer_id = $1',
    `${time} >= ${parameters.instant(window.from)}`,
    `${time} < ${parameters.instant(window.to)}`,
    ...(after
      ? [
          `(${time}, r.id) < (${parameters.add(after.value, 'timestamptz')}, ${parameters.add(after.id, 'uuid')})`,
        ]
      : []),
  ];
  const matching = [...(counted === undefined ? [] : [counted]), ...conditions];
  // Without conditions the newest records are the page.
  if (reach !== reaches[0] && matching.length === 0) return undefined;
  const order = `order by ${time} desc, r.id desc`;
  const from = (source: string, all: readonly string[]) =>
    `select r.* from ${source} r${all.length > 0 ? ` where ${all.join(' and ')}` : ''}`;
  // `offset 0` keeps PostgreSQL from walking down the window.
  const source =
    reach === 'all'
      ? from(`(${from(kind.table, [...inWindow, ...matching])} offset 0)`, [])
      : from(`(${from(kind.table, inWindow)} ${order} limit ${reach})`, matching);
  const page = `(${source} ${order} limit ${parameters.add(limit, 'bigint')})`;
  return {
    sql: `with ${parameters.named} ${selectRecords(kind, page)} ${order}`,
    values: parameters.values,
  };
}
