import type { Database } from '../database/database.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { selectRecords, timeIndexOf, toRecordRow } from '../ledger/read-records.ts';
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

/** In order: fields of the API, including keys that it takes but hides. */
export function exportedFields(kind: AnyRecordKind): string[] {
  return [
    ...new Set(['id', ...hiddenKeys(kind).map(({ field }) => field), ...Object.keys(kind.output.shape)]),
  ];
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
  const text = `${selectRecords(kind, page, { hasHiddenKeys: true })} order by r.${column}, r.id`;
  const timeIndex = timeIndexOf(kind);
  let last: readonly (string | null)[] = [from, NIL_UUID];
  for (;;) {
    const rows = await database.rows(`${kind.table}_export`, text, [developerId, to, ...last]);
    if (rows.length > 0) yield rows.map((row) => toExported(kind, row));
    const end = rows.at(-1);
    if (!end || rows.length < PORTION) return;
    last = [end[timeIndex] ?? null, end[0] ?? null];
  }
}

function toExported(kind: RecordKind, row: readonly (string | null)[]): Record<string, unknown> {
  const record = toRecordRow(kind, row);
  const keys = hiddenKeys(kind).map(({ field, index }) => [field, record.dimensions[index]?.key ?? null]);
  return { id: record.id, ...Object.fromEntries(keys), ...JSON.parse(kind.render(record)) };
}

function hiddenKeys({ dimensions }: RecordKind): { field: string; index: number }[] {
  return dimensions.flatMap(({ field, isKeyHidden }, index) =>
    isKeyHidden ? { field: `${field}Key`, index } : [],
  );
}
