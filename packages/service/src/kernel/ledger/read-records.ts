import type { Database } from '../../database/database.ts';
import { toIsoInstant } from '../../database/instants.ts';
import type { LedgerKind, RecordRow } from './ledger-kind.ts';

/**
 * The select list and joins that every read of a kind shares; `source` is a table or subquery with its rows. Rows come
 * back as text in the order that {@link toRecordRow} expects.
 */
export function selectRecords(kind: LedgerKind, source: string): string {
  const columns = kind.columns.map(({ name }) => `r.${name}`);
  const dimensions = kind.dimensions.map(({ name, column, isKeyHidden }) =>
    isKeyHidden ? `r.${column}, ''` : `r.${column}, ${name}.key`,
  );
  const shown = kind.dimensions.filter(({ isKeyHidden }) => !isKeyHidden);
  const joins = shown.map(
    ({ name, table, column }) =>
      `left join ${table} ${name} on ${name}.developer_id = r.developer_id and ${name}.id = r.${column}`,
  );
  return `select ${['r.id', 'r.created_at', ...columns, ...dimensions].join(', ')} from ${source} r ${joins.join(' ')}`;
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

/** Records by id, rendered; ids of other developers or of nothing are absent. */
export async function readRecords(
  database: Database,
  kind: LedgerKind,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.rows(
    `${kind.table}_by_id`,
    `${selectRecords(kind, kind.table)} where r.developer_id = $1 and r.id = any($2::uuid[])`,
    [developerId, ids],
  );
  return new Map(rows.map((row) => [row[0] as string, kind.render(toRecordRow(kind, row))]));
}
