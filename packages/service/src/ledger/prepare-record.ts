import { invalidRequest, type OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tracing } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { NewRecord, RecordKind } from '../kinds/record-kind.ts';
import { withEarlier } from './earliest-owners.ts';
import { type Claim, hashIdempotencyKey, hashNaturalKey, recordFingerprint } from './idempotency-claims.ts';
import { type PendingDimension, type PendingRecord, weightOf } from './pending-record.ts';

type Lookups = { database: Database; dimensions: DimensionCache };

export type RecordingCall = {
  developerId: string;
  operationName: string;
  input: object;
  idempotencyKey: string | undefined;
  tracing: Tracing | undefined;
};

/** Synchronous where possible, to save promises in batches. */
export function prepareRecord(
  lookups: Lookups,
  kind: RecordKind,
  record: NewRecord,
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
  // Before any look-up, so that ids ascend within a batch.
  const id = newId();
  const pending: PendingRecord = {
    id,
    values: record.values,
    dimensions: resolveKeys(lookups, kind, developerId, { ...record, id }),
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

function namesIds({ references, dimensions }: NewRecord): boolean {
  return references?.length ? true : dimensions.some((ref) => ref && 'id' in ref);
}

function hashesOf(claim: Claim | undefined, naturalClaim: Claim | undefined): readonly string[] {
  if (claim) return naturalClaim ? [claim.keyHash, naturalClaim.keyHash] : [claim.keyHash];
  return naturalClaim ? [naturalClaim.keyHash] : [];
}

/** New keys get a candidate id. A row that the record may change is written like a new one. */
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
    if (!known) return { id: newId(), key: ref.key, isNew: true };
    if (!dimension.remembers || !withEarlier(known.earliest, dimension, kind, record)) return known;
    return { id: known.id, key: known.key, isNew: true };
  });
}

/** Rows are never removed, so a check holds for good. */
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
    resolved[i] = { id: row.id, key: row.key, isNew: row.isDeleted };
  }
  for (const { table, id, field } of record.references ?? []) {
    if (!(await dimensions.hasRecord(database, developerId, table, id))) throw unknownId(field);
  }
  return { ...pending, dimensions: resolved };
}

/** A generated key of this account would duplicate its record; another account's is an ordinary key. */
async function resolveShownKey(
  lookups: Lookups,
  kind: RecordKind,
  developerId: string,
  { shownBy, record, pending }: { shownBy: string; record: NewRecord; pending: PendingRecord },
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
  return invalidRequest([{ field, message: 'does not exist in this account' }]);
}
