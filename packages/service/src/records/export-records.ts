import type { Database } from '../database/database.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { selectRecords, timeIndexOf, toRecordRow } from '../ledger/read-records.ts';
import type { AnyRecordKind } from './definition/define-record-kind.ts';

/** How many records are read at once. */
const PORTION = 1000;
/** Comes before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export type ExportWindow = {
  developerId: string;
  kind: AnyRecordKind;
  /** Instants of the time at which records of the kind count: from the first on, and before the second. */
  from?: string | undefined;
  to?: string | undefined;
};

/** What an exported record has, in this order: all that the API shows, and the keys that it takes and does not show. */
export function exportedFields(kind: AnyRecordKind): string[] {
  return [
    ...new Set(['id', ...hiddenKeys(kind).map(({ field }) => field), ...Object.keys(kind.output.shape)]),
  ];
}

/**
 * Everything that a developer has recorded of a kind, in portions, by when it counts and then by id. Each portion is read
 * anew behind the last, so that memory and locks do not grow with what is stored. What was recorded before the first is
 * in it; what is recorded meanwhile may be.
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
  let last: readonly (string | null)[] = [from, NO_ID];
  for (;;) {
    const rows = await database.rows(`${kind.table}_export`, text, [developerId, to, ...last]);
    if (rows.length > 0) yield rows.map((row) => toExported(kind, row));
    const end = rows.at(-1);
    if (!end || rows.length < PORTION) return;
    last = [end[timeIndex] ?? null, end[0] ?? null];
  }
}

function toExported(kind: LedgerKind, row: readonly (string | null)[]): Record<string, unknown> {
  const record = toRecordRow(kind, row);
  const keys = hiddenKeys(kind).map(({ field, index }) => [field, record.dimensions[index]?.key ?? null]);
  return { id: record.id, ...Object.fromEntries(keys), ...JSON.parse(kind.render(record)) };
}

/** The dimensions whose keys the API takes and does not show. */
function hiddenKeys({ dimensions }: LedgerKind): { field: string; index: number }[] {
  return dimensions.flatMap(({ field, isKeyHidden }, index) =>
    isKeyHidden ? { field: `${field}Key`, index } : [],
  );
}
