import { newId } from '../base/ids.ts';
import { toIsoInstant } from '../base/instants.ts';
import type { Observer } from '../base/observer.ts';
import { uuidArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { PendingRecord } from './pending-record.ts';
import { toParameter } from './recording-columns.ts';
import { recordingStatement } from './recording-statement.ts';

/**
 * How long a shared statement waits for a lock, such as one on a reservation in another gateway's transaction. It then
 * fails, and each developer's records are sent alone, so that only the developer who meets the lock waits for it
 * (decision 010).
 */
const LOCK_TIMEOUT = '100ms';

export type Part = { readonly developerId: string; readonly records: readonly PendingRecord[] };

export type Sent = {
  /** UTC with milliseconds, by the database clock. */
  createdAt: string;
  /** Records that were not written, because their reservation was taken. All others are committed. */
  unwritten: ReadonlySet<PendingRecord>;
  /** Ids of rows that were created or changed, by dimension of the kind; read by {@link idOfUpserted}. */
  upsertedIds: readonly (Readonly<Record<string, string>> | undefined)[];
};

export async function sendStatement(
  database: Database,
  observer: Observer,
  kind: RecordKind,
  parts: readonly Part[],
): Promise<Sent> {
  const records = parts.flatMap((part) => part.records);
  const upserted = kind.dimensions.filter((_, i) =>
    records.some((record) => record.dimensions[i]?.needsUpsert),
  );
  const hasNaturalKeys = records.some((record) => record.naturalReservation);
  const { distribution, quick } = database;
  const { name, text, columns } = recordingStatement(kind, { upserted, hasNaturalKeys, distribution });
  const tenants = tenantsOf(parts);
  const send = () => {
    observer.onBatch?.(kind.name, records.length);
    return quick(`${name}${tenants.label}`, text, [
      tenants.developerId,
      newId(),
      tenants.lockTimeout,
      uuidArray(tenants.ofRows),
      ...columns.map((column) => toParameter(column, records)),
    ]);
  };
  let [row] = await send();
  if (!row) {
    // A developer may be missing from `tenants`.
    for (const { developerId } of parts) await distribution.addTenant(quick, developerId);
    [row] = await send();
  }
  if (!row) throw new Error('A developer is missing from the table tenants.');
  const [createdAt, unwritten, ...upsertedIds] = row;
  return {
    createdAt: toIsoInstant(createdAt as string),
    unwritten: new Set(
      parsePositions(unwritten ?? '{}').map((position) => records[position - 1] as PendingRecord),
    ),
    upsertedIds: kind.dimensions.map((dimension) => {
      const i = upserted.indexOf(dimension);
      // Null if no accepted record named one.
      return i < 0 ? undefined : JSON.parse(upsertedIds[i] ?? '{}');
    }),
  };
}

export function idOfUpserted(
  { upsertedIds }: Sent,
  index: number,
  developerId: string,
  key: string,
): string | undefined {
  return upsertedIds[index]?.[`${developerId}${key}`];
}

/** The parameters in which single and shared statements differ. */
type Tenants = {
  /** Separates their metrics. */
  label: '' | '_shared';
  lockTimeout: string | null;
  /** The developer of all rows when `ofRows` is empty. */
  developerId: string | undefined;
  ofRows: readonly string[];
};

function tenantsOf(parts: readonly Part[]): Tenants {
  const developerId = parts[0]?.developerId;
  if (parts.length === 1) return { label: '', lockTimeout: null, developerId, ofRows: [] };
  const ofRows = parts.flatMap((part) => part.records.map(() => part.developerId));
  return { label: '_shared', lockTimeout: LOCK_TIMEOUT, developerId, ofRows };
}

function parsePositions(literal: string): number[] {
  const inner = literal.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map(Number);
}
