import { uuidArray } from '../../database/array-literal.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { type Keyed, reservationsOf } from '../pending-record.ts';
import { reservationTable } from '../reservations.ts';

/**
 * Reserves the keys of the items, sorted by hash, as recording sorts its reservations. Returns the items that hold all of
 * theirs. One that wins only one of two gives it back, or that key would stand for another item.
 */
export async function reserve<Item extends Keyed>(
  ask: QueryRows,
  developerId: string,
  items: readonly Item[],
): Promise<Set<Item>> {
  const wanted = items.flatMap((item) =>
    reservationsOf(item).map((reservation) => ({ item, ...reservation })),
  );
  if (wanted.length === 0) return new Set(items);
  const rows = await ask(
    'corrections_reserve',
    `insert into ${reservationTable} (developer_id, key_hash, fingerprint, record_id)
     select $1::uuid, t.* from unnest($2::uuid[], $3::uuid[], $4::uuid[]) t(key_hash, fingerprint, record_id)
     order by key_hash on conflict do nothing returning replace(key_hash::text, '-', '')`,
    [
      developerId,
      uuidArray(wanted.map(({ keyHash }) => keyHash)),
      uuidArray(wanted.map(({ fingerprint }) => fingerprint)),
      uuidArray(wanted.map(({ item }) => item.id)),
    ],
  );
  const won = new Set(rows.map(([hash]) => hash));
  const holding = new Set(
    items.filter((item) => reservationsOf(item).every(({ keyHash }) => won.has(keyHash))),
  );
  const halves = wanted.filter(({ item, keyHash }) => won.has(keyHash) && !holding.has(item));
  if (halves.length > 0)
    await ask(
      'corrections_give_back',
      `delete from ${reservationTable} where developer_id = $1 and key_hash = any($2::uuid[])`,
      [developerId, uuidArray(halves.map(({ keyHash }) => keyHash))],
    );
  return holding;
}
