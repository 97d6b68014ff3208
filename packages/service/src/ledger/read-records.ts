import { toIsoInstant } from '../base/instants.ts';
import type { Database } from '../database/database.ts';
import { rowById } from '../database/single-row.ts';
import type { LedgerKind, RecordRow } from '../kinds/record-kind.ts';

/**
 * The select that every read of a kind shares; `source` is a table or subquery with its rows, all of developer `$1`. Rows come
 * back as text in the order that {@link toRecordRow} expects. Keys are looked up by a subquery each, not a join: whatever the
 * statistics of a young table make PostgreSQL believe, it goes through the primary key.
 */
export function selectRecords(
  kind: LedgerKind,
  source: string,
  { hasHiddenKeys = false }: { hasHiddenKeys?: boolean } = {},
): string {
  const columns = kind.columns.map(({ name }) => `r.${name}`);
  const dimensions = kind.dimensions.map(({ table, column, isKeyHidden }) => {
    const key = `(${rowById(table, `r.${column}`, 't.key')})`;
    return `r.${column}, ${isKeyHidden && !hasHiddenKeys ? "''" : key}`;
  });
  return `select ${['r.id', 'r.created_at', ...columns, ...dimensions].join(', ')} from ${source} r`;
}

/** Turns a row of {@link selectRecords} into the shape that a kind renders. */
export function toRecordRow(kind: LedgerKind, row: readonly (string | null)[]): RecordRow {
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

/** Where the time of a record is in a row of {@link selectRecords}. */
export function timeIndexOf(kind: LedgerKind): number {
  return 2 + kind.columns.findIndex(({ name }) => name === kind.time.column);
}

/** Records by id, rendered; ids of other developers or of nothing are absent. */
export async function readRecords(
  database: Database,
  kind: LedgerKind,
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
