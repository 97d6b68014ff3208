import { uuidArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import { type Keyed, type PendingRecord, reservationsOf, type Written } from './pending-record.ts';
import { type ReservationHolder, readReservations, reservationTable } from './reservations.ts';

/** `open`: records without a result, which are sent next. */
export type ResolvedReservations<Item> = { written: Map<Item, Written>; open: Item[] };

export type Reading = {
  database: Database;
  developerId: string;
  /** JSON by id of what was written. Other ids are absent. */
  read(ids: readonly string[]): Promise<Map<string, string>>;
};

/**
 * Looks up who holds the keys of these records. A record is a replay if another one with the same input holds its key,
 * and has reused the key if the holder has other input or is of another operation. Records whose keys are free stay open.
 */
export async function resolveReservations<Item extends Keyed>(
  reading: Reading,
  records: readonly Item[],
): Promise<ResolvedReservations<Item>> {
  const { database, developerId, read } = reading;
  const written = new Map<Item, Written>();
  const hashes = records.flatMap((record) =>
    reservationsOf(record).map((reservation) => reservation.keyHash),
  );
  if (hashes.length === 0) return { written, open: [...records] };
  const holders = await readReservations(database, developerId, hashes);
  const originals = new Map<Item, string>();
  const open: Item[] = [];
  const otherInput = new Map<Item, string | null>();
  for (const record of records) {
    const held = reservationsOf(record).flatMap((reservation) => {
      const holder = holders.get(reservation.keyHash);
      return holder ? [{ reservation, holder }] : [];
    });
    const different = held.find(({ reservation, holder }) => holder.fingerprint !== reservation.fingerprint);
    const [first] = held;
    if (!first) open.push(record);
    // An equal fingerprint is of the same operation, so the holder is a record.
    else if (!different) originals.set(record, first.holder.recordId as string);
    else if (different.reservation === record.reservation) otherInput.set(record, different.holder.recordId);
    else written.set(record, { kind: 'reused', by: 'record key' });
  }
  // The error tells whether a record of this kind has the key, or another operation.
  const ownIds = [...otherInput.values()].filter((id) => id !== null);
  const own = ownIds.length > 0 ? await read(ownIds) : undefined;
  for (const [record, holderId] of otherInput) {
    const isOwn = holderId !== null && own?.has(holderId);
    written.set(record, { kind: 'reused', by: isOwn ? 'idempotency key' : 'other operation' });
  }
  for (const record of await rememberNewKeys(reading, originals, holders)) {
    // The next attempt finds who took the key.
    originals.delete(record);
    open.push(record);
  }
  if (originals.size === 0) return { written, open };
  const texts = await read([...new Set(originals.values())]);
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
  const isSame = record.keyHashes.length === original.keyHashes.length;
  if (!isSame || record.keyHashes.some((keyHash, i) => keyHash !== original.keyHashes[i])) return undefined;
  switch (written.kind) {
    case 'created':
    case 'replayed': {
      const [mine] = reservationsOf(record);
      const [theirs] = reservationsOf(original);
      if (mine?.fingerprint === theirs?.fingerprint) return { kind: 'replayed', text: written.text };
      return { kind: 'reused', by: record.reservation ? 'idempotency key' : 'record key' };
    }
    case 'reused':
    case 'failed':
      return undefined;
  }
}

function replayOf(record: Keyed, originalId: string, text: string | undefined): Written {
  if (text === undefined) {
    const error = new Error(`An idempotency reservation names a missing record: ${originalId}`);
    return { kind: 'failed', error };
  }
  // A lost statement wrote this record.
  return { kind: originalId === record.id ? 'created' : 'replayed', text };
}

/** Reserves new idempotency keys of replays, so that retries replay too. Returns records that lost the reservation. */
async function rememberNewKeys<Item extends Keyed>(
  { database, developerId }: Reading,
  originals: ReadonlyMap<Item, string>,
  holders: ReadonlyMap<string, ReservationHolder>,
): Promise<Item[]> {
  const news = [...originals].flatMap(([record, originalId]) =>
    record.reservation && !holders.has(record.reservation.keyHash)
      ? [{ record, reservation: record.reservation, originalId }]
      : [],
  );
  if (news.length === 0) return [];
  const { tenant, addTenant } = database.distribution;
  await addTenant(database.quick, developerId);
  const added = await database.quick(
    'reservations_add',
    `insert into ${reservationTable} (developer_id, key_hash, fingerprint, record_id)
     select ${tenant.id('t')}, t.* from ${tenant.table},
       unnest($2::uuid[], $3::uuid[], $4::uuid[]) as t(key_hash, fingerprint, record_id)
     where ${tenant.condition} order by key_hash on conflict do nothing returning replace(key_hash::text, '-', '')`,
    [
      developerId,
      uuidArray(news.map(({ reservation }) => reservation.keyHash)),
      uuidArray(news.map(({ reservation }) => reservation.fingerprint)),
      uuidArray(news.map(({ originalId }) => originalId)),
    ],
  );
  const taken = new Set(added.map(([keyHash]) => keyHash));
  return news.filter(({ reservation }) => !taken.has(reservation.keyHash)).map(({ record }) => record);
}
