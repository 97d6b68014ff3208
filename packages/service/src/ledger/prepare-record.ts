import { invalidRequest, type OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tracing } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { LedgerKind, LedgerRecord, MemberRef } from '../kinds/record-kind.ts';
import { type Claim, hashIdempotencyKey, hashNaturalKey, recordFingerprint } from './claims.ts';
import { type PendingDimension, type PendingRecord, weightOf } from './pending-record.ts';

/** Where the names that a record uses are looked up. */
type Lookups = { database: Database; dimensions: Dimensions };

/** A call that records: fingerprints cover the operation's name and the valid input. */
export type RecordingCall = {
  developerId: string;
  operationName: string;
  input: object;
  idempotencyKey: string | undefined;
  tracing: Tracing | undefined;
};

/**
 * Claims the keys of one record and resolves what it names. Synchronous unless ids must be looked up, so that a batch of a
 * thousand makes no thousand promises.
 */
export function prepareRecord(
  lookups: Lookups,
  kind: LedgerKind,
  record: LedgerRecord,
  { developerId, operationName, input, idempotencyKey, tracing }: RecordingCall,
): PendingRecord | Promise<PendingRecord> {
  const { naturalKey } = record;
  const fingerprint = idempotencyKey || naturalKey ? recordFingerprint(operationName, input) : '';
  const claim = idempotencyKey
    ? { keyHash: hashIdempotencyKey(developerId, idempotencyKey), fingerprint }
    : undefined;
  const naturalClaim = naturalKey
    ? { keyHash: hashNaturalKey(developerId, kind.table, naturalKey), fingerprint }
    : undefined;
  const pending: PendingRecord = {
    // Made before anything is looked up, so that the ids of a batch ascend in its order.
    id: newId(),
    values: record.values,
    dimensions: resolveKeys(lookups, kind, developerId, record.dimensions),
    claim,
    naturalClaim,
    claims: hashesOf(claim, naturalClaim),
    weight: weightOf(record.values),
    queuedAt: Date.now(),
    trace: tracing?.current(),
  };
  const shownBy = naturalKey && kind.idOfGeneratedKey?.(naturalKey);
  if (shownBy) return resolveShownKey(lookups, kind, developerId, { shownBy, record, pending });
  return namesIds(record) ? resolveIds(lookups, kind, developerId, record, pending) : pending;
}

function namesIds({ references, dimensions }: LedgerRecord): boolean {
  return references?.length ? true : dimensions.some((ref) => ref && 'id' in ref);
}

function hashesOf(claim: Claim | undefined, naturalClaim: Claim | undefined): readonly string[] {
  if (claim) return naturalClaim ? [claim.keyHash, naturalClaim.keyHash] : [claim.keyHash];
  return naturalClaim ? [naturalClaim.keyHash] : [];
}

/** Dimensions that are named by key; a key that this process has not seen gets a candidate id. */
function resolveKeys(
  { dimensions }: Lookups,
  kind: LedgerKind,
  developerId: string,
  refs: readonly MemberRef[],
): PendingDimension[] {
  return kind.dimensions.map(({ table }, i) => {
    const ref = refs[i];
    if (!ref || !('key' in ref)) return null;
    return dimensions.byKey(developerId, table, ref.key) ?? { id: newId(), key: ref.key, isNew: true };
  });
}

/**
 * Dimensions and records that are named by id must exist. Neither is ever removed, so what exists now exists for good.
 */
async function resolveIds(
  { database, dimensions }: Lookups,
  kind: LedgerKind,
  developerId: string,
  record: LedgerRecord,
  pending: PendingRecord,
): Promise<PendingRecord> {
  const resolved = [...pending.dimensions];
  for (const [i, { table }] of kind.dimensions.entries()) {
    const ref = record.dimensions[i];
    if (!ref || !('id' in ref)) continue;
    const row = await dimensions.byId(database, developerId, table, ref.id);
    if (!row) throw unknownId(ref.field);
    // A deleted one comes back, as when it is named by its key.
    resolved[i] = { id: row.id, key: row.key, isNew: row.isDeleted };
  }
  for (const { table, id, field } of record.references ?? []) {
    if (!(await dimensions.hasRecord(database, developerId, table, id))) throw unknownId(field);
  }
  return { ...pending, dimensions: resolved };
}

/**
 * Refuses a generated key whose record exists in this account: recording with it would duplicate that record. A generated
 * key of another account is a valid key.
 */
async function resolveShownKey(
  lookups: Lookups,
  kind: LedgerKind,
  developerId: string,
  { shownBy, record, pending }: { shownBy: string; record: LedgerRecord; pending: PendingRecord },
): Promise<PendingRecord> {
  if (await lookups.dimensions.hasRecord(lookups.database, developerId, kind.table, shownBy))
    throw invalidRequest([
      {
        field: 'key',
        message: 'was generated for a record that exists; leave it out, or send a key of your own',
      },
    ]);
  return resolveIds(lookups, kind, developerId, record, pending);
}

function unknownId(field: string): OutturnError {
  return invalidRequest([{ field, message: 'names nothing that exists in this account' }]);
}
