import type { Database } from '../database/database.ts';
import { uuidArray } from '../database/uuid-array.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { type ClaimHolder, claimTable, readClaims } from './idempotency-claims.ts';
import { claimsOf, type PendingRecord, type Written } from './pending-record.ts';
import { readRecords } from './read-records.ts';

/** `open`: records whose claims are free. */
export type ResolvedClaims = { written: Map<PendingRecord, Written>; open: PendingRecord[] };

/** A holder with the same fingerprint is the original, which is replayed. */
export async function resolveClaims(
  database: Database,
  kind: RecordKind,
  developerId: string,
  records: readonly PendingRecord[],
): Promise<ResolvedClaims> {
  const written = new Map<PendingRecord, Written>();
  const hashes = records.flatMap((record) => claimsOf(record).map((claim) => claim.keyHash));
  if (hashes.length === 0) return { written, open: [...records] };
  const holders = await readClaims(database, developerId, hashes);
  const originals = new Map<PendingRecord, string>();
  const open: PendingRecord[] = [];
  const conflicts = new Map<PendingRecord, string | null>();
  for (const record of records) {
    const held = claimsOf(record)
      .map((claim) => ({ claim, holder: holders.get(claim.keyHash) }))
      .filter((entry) => entry.holder !== undefined);
    const different = held.find(({ claim, holder }) => holder?.fingerprint !== claim.fingerprint);
    const [first] = held;
    if (!first) open.push(record);
    else if (!different) originals.set(record, first.holder?.recordId ?? '');
    else if (different.claim === record.claim) conflicts.set(record, different.holder?.recordId ?? null);
    else written.set(record, { kind: 'reused', by: 'record key' });
  }
  const ownIds = [...conflicts.values()].filter((id) => id !== null);
  const own = ownIds.length > 0 ? await readRecords(database, kind, developerId, ownIds) : undefined;
  for (const [record, holderId] of conflicts) {
    const isOwn = holderId !== null && own?.has(holderId);
    written.set(record, { kind: 'reused', by: isOwn ? 'idempotency key' : 'other operation' });
  }
  for (const record of await rememberNewKeys(database, developerId, originals, holders)) {
    // The next attempt finds who took the key.
    originals.delete(record);
    open.push(record);
  }
  if (originals.size === 0) return { written, open };
  const texts = await readRecords(database, kind, developerId, [...new Set(originals.values())]);
  for (const [record, originalId] of originals)
    written.set(record, replayOf(record, originalId, texts.get(originalId)));
  return { written, open };
}

/** Result of a repeat, derived from its original; undefined if it must be read. */
export function settleLike(
  record: PendingRecord,
  original: PendingRecord,
  written: Written,
): Written | undefined {
  const isSame = record.claims.length === original.claims.length;
  if (!isSame || record.claims.some((claim, i) => claim !== original.claims[i])) return undefined;
  switch (written.kind) {
    case 'created':
    case 'replayed': {
      const [mine] = claimsOf(record);
      const [theirs] = claimsOf(original);
      if (mine?.fingerprint === theirs?.fingerprint) return { kind: 'replayed', text: written.text };
      return { kind: 'reused', by: record.claim ? 'idempotency key' : 'record key' };
    }
    case 'reused':
    case 'failed':
      return undefined;
  }
}

function replayOf(record: PendingRecord, originalId: string, text: string | undefined): Written {
  if (text === undefined) {
    const error = new Error(`An idempotency claim names a missing record: ${originalId}`);
    return { kind: 'failed', error };
  }
  // A lost statement wrote this record.
  return { kind: originalId === record.id ? 'created' : 'replayed', text };
}

/** Claims new idempotency keys of replays, so that retries replay too. Returns records that lost the claim. */
async function rememberNewKeys(
  database: Database,
  developerId: string,
  originals: ReadonlyMap<PendingRecord, string>,
  holders: ReadonlyMap<string, ClaimHolder>,
): Promise<PendingRecord[]> {
  const news = [...originals].flatMap(([record, originalId]) =>
    record.claim && !holders.has(record.claim.keyHash) ? [{ record, claim: record.claim, originalId }] : [],
  );
  if (news.length === 0) return [];
  const { tenant, addTenant } = database.distribution;
  await addTenant(database.quick, developerId);
  const added = await database.quick(
    'claims_add',
    `insert into ${claimTable} (developer_id, key_hash, fingerprint, record_id)
     select ${tenant.id('t')}, t.* from ${tenant.table},
       unnest($2::uuid[], $3::uuid[], $4::uuid[]) as t(key_hash, fingerprint, record_id)
     where ${tenant.condition} order by key_hash on conflict do nothing returning replace(key_hash::text, '-', '')`,
    [
      developerId,
      uuidArray(news.map(({ claim }) => claim.keyHash)),
      uuidArray(news.map(({ claim }) => claim.fingerprint)),
      uuidArray(news.map(({ originalId }) => originalId)),
    ],
  );
  const taken = new Set(added.map(([keyHash]) => keyHash));
  return news.filter(({ claim }) => !taken.has(claim.keyHash)).map(({ record }) => record);
}
