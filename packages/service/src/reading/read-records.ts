import { toIsoInstant } from '../base/instants.ts';
import type { Database } from '../database/database.ts';
import { rowById } from '../database/lookup-sql.ts';
import type { RecordKind, RecordRow } from '../kinds/record-kind.ts';

/**
 * `source` is a table or subquery with records of developer `$1`. A subquery for each key, instead of a join, always
 * uses the primary key of its table; a join may read whole tables where statistics are old (decision 012).
 */
export function selectRecords(kind: RecordKind, source: string): string {
  const columns = kind.columns.map(({ name }) => `r.${name}`);
  const dimensions = kind.dimensions.map(
    ({ table, column }) => `r.${column}, (${rowById(table, `r.${column}`, 't.key')})`,
  );
  return `select ${['r.id', 'r.created_at', ...columns, ...dimensions].join(', ')} from ${source} r`;
}

/** Takes a row of {@link selectRecords}. */
export function toRecordRow(kind: RecordKind, row: readonly (string | null)[]): RecordRow {
  const firstDimension = 2 + kind.columns.length;
  return {
    id: row[0] as string,
    createdAt: toIsoInstant(row[1] as string),
    values: kind.columns.map(({ type }, i) => {
      const value = row[2 + i] ?? null;
      return type === 'timestamptz' && value !== null ? toIsoInstant(value) : value;
    }),
    dimensions: kind.dimensions.map((_, i) => {
      const id = row[firstDimension + 2 * i];
      return id ? { id, key: row[firstDimension + 2 * i + 1] as string } : null;
    }),
  };
}

/** Indexes a row of {@link selectRecords}. */
export function timeIndexOf(kind: RecordKind): number {
  return 2 + kind.columns.findIndex(({ name }) => name === kind.time.column);
}

/** JSON by id; unknown ids are absent. */
export async function readRecords(
  database: Database,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.quick(
    `${kind.table}_by_id`,
    `${selectRecords(
      kind,
      `unnest($2::uuid[]) wanted(id) cross join lateral
       (${rowById(kind.table, 'wanted.id', '*')})`,
    )}`,
    [developerId, ids],
  );
  return new Map(rows.map((row) => [row[0] as string, kind.render(toRecordRow(kind, row))]));
}
