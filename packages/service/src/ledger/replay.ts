import type { Database } from '../database/database.ts';
import { addTenant, tenantIn } from '../database/tenant.ts';
import { uuidArray } from '../database/uuid-array.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { type ClaimHolder, readClaims } from './claims.ts';
import { claimsOf, type PendingRecord } from './pending-record.ts';
import { readRecords } from './read-records.ts';

/**
 * Settles records whose claims are held: a holder with the same fingerprint is the original, whose record is replayed;
 * one with another fingerprint means that the key was reused. Returns the records that nobody holds.
 */
export async function settleFromClaims(
  database: Database,
  kind: LedgerKind,
  developerId: string,
  records: readonly PendingRecord[],
): Promise<PendingRecord[]> {
  const hashes = records.flatMap((record) => claimsOf(record).map((claim) => claim.keyHash));
  if (hashes.length === 0) return [...records];
  const holders = await readClaims(database, developerId, hashes);
  const originals = new Map<PendingRecord, string>();
  const free: PendingRecord[] = [];
  for (const record of records) {
    const held = claimsOf(record)
      .map((claim) => ({ claim, holder: holders.get(claim.keyHash) }))
      .filter((entry) => entry.holder !== undefined);
    const different = held.find(({ claim, holder }) => holder?.fingerprint !== claim.fingerprint);
    const [first] = held;
    if (!first) free.push(record);
    else if (!different) originals.set(record, first.holder?.recordId ?? '');
    else {
      const by = different.claim === record.claim ? 'idempotency key' : 'record key';
      record.written = { kind: 'reused', by };
    }
  }
  for (const record of await rememberNewKeys(database, developerId, originals, holders)) {
    // Someone took the new key meanwhile: the record goes round again and learns who.
    originals.delete(record);
    free.push(record);
  }
  await replay(database, kind, developerId, originals);
  return free;
}

/**
 * Settles a record that has the same claims as an original that was settled a moment ago: it replays it, or has reused
 * its key. Returns false when the original does not tell.
 */
export function settleLike(record: PendingRecord, original: PendingRecord): boolean {
  const { written } = original;
  if (written?.kind !== 'created' && written?.kind !== 'replayed') return false;
  const isSame = record.claims.length === original.claims.length;
  if (!isSame || record.claims.some((claim, i) => claim !== original.claims[i])) return false;
  const [mine] = claimsOf(record);
  const [theirs] = claimsOf(original);
  if (mine?.fingerprint === theirs?.fingerprint) record.written = { kind: 'replayed', text: written.text };
  else record.written = { kind: 'reused', by: record.claim ? 'idempotency key' : 'record key' };
  return true;
}

async function replay(
  database: Database,
  kind: LedgerKind,
  developerId: string,
  originals: ReadonlyMap<PendingRecord, string>,
): Promise<void> {
  if (originals.size === 0) return;
  const texts = await readRecords(database, kind, developerId, [...new Set(originals.values())]);
  for (const [record, originalId] of originals) {
    const text = texts.get(originalId);
    const error = new Error(`a claim names a record that is not there: ${originalId}`);
    if (text === undefined) record.written = { kind: 'failed', error };
    // Our own record, when the answer of the statement that wrote it was lost on the way back.
    else record.written = { kind: originalId === record.id ? 'created' : 'replayed', text };
  }
}

/**
 * A new idempotency key on a record that its own key replays is remembered too: its own retries must replay. Returns
 * the records whose key somebody else took at the same time.
 */
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
  await addTenant(database, developerId);
  const tenant = tenantIn(database);
  const added = await database.quick(
    'claims_add',
    `insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id)
     select ${tenant.id('t')}, t.* from ${tenant.table},
       unnest($2::uuid[], $3::uuid[], $4::uuid[]) as t(key_hash, fingerprint, record_id)
     where ${tenant.isMe} order by key_hash on conflict do nothing returning replace(key_hash::text, '-', '')`,
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
