import type { Database } from '../database/database.ts';
import { selectRecords, timeIndexOf, toRecordRow } from '../reading/read-records.ts';
import type { AnyRecordKind } from './definition/define-record-kind.ts';

/** Records per query. */
const PORTION = 1000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export type ExportWindow = {
  developerId: string;
  kind: AnyRecordKind;
  /** Bounds the record's time: `from` included, `to` excluded. */
  from?: string | undefined;
  to?: string | undefined;
};

/** Fields of the API, in order. */
export function exportedFields(kind: AnyRecordKind): string[] {
  return Object.keys(kind.output.shape);
}

/**
 * Yields batches in the order of time and id. Each is a query of its own, which bounds memory and locks. Records that
 * arrive during the export may be missing.
 */
export async function* exportRecords(
  database: Database,
  { developerId, kind, from = '-infinity', to = 'infinity' }: ExportWindow,
): AsyncGenerator<Record<string, unknown>[]> {
  const { column } = kind.time;
  const page = `(select * from ${kind.table} where developer_id = $1 and ${column} < $2 and (${column}, id) > ($3::timestamptz, $4::uuid)
    order by ${column}, id limit ${PORTION})`;
  const text = `${selectRecords(kind, page)} order by r.${column}, r.id`;
  const timeIndex = timeIndexOf(kind);
  let last: readonly (string | null)[] = [from, NIL_UUID];
  for (;;) {
    const rows = await database.rows(`${kind.table}_export`, text, [developerId, to, ...last]);
    if (rows.length > 0) yield rows.map((row) => JSON.parse(kind.render(toRecordRow(kind, row))));
    const end = rows.at(-1);
    if (!end || rows.length < PORTION) return;
    last = [end[timeIndex] ?? null, end[0] ?? null];
  }
}
