import type { Database } from '../database/database.ts';
import type { LedgerKind, RecordTable } from '../kinds/record-kind.ts';
import { selectRecords, timeIndexOf, toRecordRow } from '../ledger/read-records.ts';
import { events } from './events/index.ts';
import { goals } from './goals/index.ts';
import { outcomes } from './outcomes/index.ts';
import { revenues } from './revenues/index.ts';

/** How many records are read at once. */
const PORTION = 1000;
/** Comes before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const recordings = {
  revenues: revenues.record,
  outcomes: outcomes.record,
  goals: goals.record,
  events: events.record,
};

export type ExportWindow = {
  developerId: string;
  kind: RecordTable;
  /** Instants of the time at which records of the kind count: from the first on, and before the second. */
  from?: string | undefined;
  to?: string | undefined;
};

/** What an exported record has, in this order: all that the API shows, and the keys that it takes and does not show. */
export function exportedFields(kind: RecordTable): string[] {
  const { ledger, output } = recordings[kind];
  return [...new Set(['id', ...hiddenKeys(ledger).map(({ field }) => field), ...Object.keys(output.shape)])];
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
  const { ledger } = recordings[kind];
  const { column } = ledger.time;
  const page = `(select * from ${kind} where developer_id = $1 and ${column} < $2 and (${column}, id) > ($3::timestamptz, $4::uuid)
    order by ${column}, id limit ${PORTION})`;
  const text = `${selectRecords(ledger, page, { hasHiddenKeys: true })} order by r.${column}, r.id`;
  const timeIndex = timeIndexOf(ledger);
  let last: readonly (string | null)[] = [from, NO_ID];
  for (;;) {
    const rows = await database.rows(`${kind}_export`, text, [developerId, to, ...last]);
    if (rows.length > 0) yield rows.map((row) => toExported(ledger, row));
    const end = rows.at(-1);
    if (!end || rows.length < PORTION) return;
    last = [end[timeIndex] ?? null, end[0] ?? null];
  }
}

function toExported(ledger: LedgerKind, row: readonly (string | null)[]): Record<string, unknown> {
  const record = toRecordRow(ledger, row);
  const keys = hiddenKeys(ledger).map(({ field, index }) => [field, record.dimensions[index]?.key ?? null]);
  return { id: record.id, ...Object.fromEntries(keys), ...JSON.parse(ledger.render(record)) };
}

/** The dimensions whose keys the API takes and does not show. */
function hiddenKeys({ dimensions }: LedgerKind): { field: string; index: number }[] {
  return dimensions.flatMap(({ field, isKeyHidden }, index) =>
    isKeyHidden ? { field: `${field}Key`, index } : [],
  );
}
