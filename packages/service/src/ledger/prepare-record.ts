import { invalidRequest, type OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tracing } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { NewRecord, RecordKind } from '../kinds/record-kind.ts';
import { withEarlier } from './earliest-named.ts';
import { type PendingDimension, type PendingRecord, weightOf } from './pending-record.ts';
import {
  hashIdempotencyKey,
  hashNaturalKey,
  type Reservation,
  recordFingerprint,
  reservationOf,
} from './reservations.ts';

export type Lookups = { database: Database; dimensions: DimensionCache };

export type RecordingCall = {
  developerId: string;
  operationName: string;
  input: object;
  idempotencyKey: string | undefined;
  /** What the record was made from, in place of an idempotency key: the same origin is the same record, whatever the input. */
  origin?: string | undefined;
  tracing: Tracing | undefined;
};

/** Synchronous where possible, to save promises in batches. */
export function prepareRecord(
  lookups: Lookups,
  kind: RecordKind,
  record: NewRecord,
  { developerId, operationName, input, idempotencyKey, origin, tracing }: RecordingCall,
): PendingRecord | Promise<PendingRecord> {
  const { naturalKey } = record;
  const fingerprint = idempotencyKey || naturalKey ? recordFingerprint(operationName, input) : '';
  const byKey = idempotencyKey
    ? { keyHash: hashIdempotencyKey(developerId, idempotencyKey), fingerprint }
    : undefined;
  const reservation = origin === undefined ? byKey : reservationOf(developerId, origin);
  const naturalReservation = naturalKey
    ? { keyHash: hashNaturalKey(developerId, kind.table, naturalKey), fingerprint }
    : undefined;
  // Before any look-up, so that ids ascend within a batch.
  const id = newId();
  const pending: PendingRecord = {
    id,
    values: record.values,
    dimensions: resolveKeys(lookups, kind, developerId, { ...record, id }),
    reservation,
    naturalReservation,
    keyHashes: hashesOf(reservation, naturalReservation),
    weight: weightOf(record.values),
    queuedAt: Date.now(),
    trace: tracing?.current(),
  };
  if (naturalKey && kind.idOfShownKey?.(naturalKey))
    return refuseShownKey(lookups, kind, developerId, naturalKey).then(() =>
      resolveIds(lookups, kind, developerId, record, pending),
    );
  return namesIds(record) ? resolveIds(lookups, kind, developerId, record, pending) : pending;
}

function namesIds({ references, dimensions }: NewRecord): boolean {
  return references?.length ? true : dimensions.some((ref) => ref && 'id' in ref);
}

function hashesOf(
  reservation: Reservation | undefined,
  naturalReservation: Reservation | undefined,
): readonly string[] {
  if (reservation)
    return naturalReservation ? [reservation.keyHash, naturalReservation.keyHash] : [reservation.keyHash];
  return naturalReservation ? [naturalReservation.keyHash] : [];
}

/**
 * Looks up the dimensions that the record names by key. A key that this process does not know gets a candidate id, and
 * the statement creates its row, or finds the row that another gateway created. The statement also writes a known row
 * if this record is the earliest that names an agent or a customer for its session.
 */
function resolveKeys(
  { dimensions }: Lookups,
  kind: RecordKind,
  developerId: string,
  record: NewRecord & { id: string },
): PendingDimension[] {
  return kind.dimensions.map((dimension, i) => {
    const ref = record.dimensions[i];
    if (!ref || !('key' in ref)) return null;
    const known = dimensions.byKey(developerId, dimension.table, ref.key);
    if (!known) return { id: newId(), key: ref.key, needsUpsert: true };
    if (!dimension.remembers || !withEarlier(known.earliest, dimension, kind, record)) return known;
    return { id: known.id, key: known.key, needsUpsert: true };
  });
}

/** Dimensions and records that are named by id must exist. Neither is ever removed, so a check holds for good. */
async function resolveIds(
  { database, dimensions }: Lookups,
  kind: RecordKind,
  developerId: string,
  record: NewRecord,
  pending: PendingRecord,
): Promise<PendingRecord> {
  const resolved = [...pending.dimensions];
  for (const [i, { table }] of kind.dimensions.entries()) {
    const ref = record.dimensions[i];
    if (!ref || !('id' in ref)) continue;
    const row = await dimensions.byId(database, developerId, table, ref.id);
    if (!row) throw unknownId(ref.field);
    // Naming a deleted dimension restores it.
    resolved[i] = { id: row.id, key: row.key, needsUpsert: row.isDeleted };
  }
  for (const { table, id, field } of record.references ?? []) {
    if (!(await dimensions.hasRecord(database, developerId, table, id))) throw unknownId(field);
  }
  return { ...pending, dimensions: resolved };
}

/**
 * A record without a key of its own shows the prefix of its kind and its id as `key`. Sent as a key, this text would
 * record the same thing again, so it is refused if a record of this account has the id. With any other id it is an
 * ordinary key.
 */
export async function refuseShownKey(
  { database, dimensions }: Lookups,
  kind: RecordKind,
  developerId: string,
  key: string,
): Promise<void> {
  const shownId = kind.idOfShownKey?.(key);
  if (shownId && (await dimensions.hasRecord(database, developerId, kind.table, shownId)))
    throw invalidRequest([
      {
        field: 'key',
        message: 'was generated for a record that exists; leave it out, or send a key of your own',
      },
    ]);
}

function unknownId(field: string): OutturnError {
  return invalidRequest([{ field, message: 'does not exist in this account' }]);
}
