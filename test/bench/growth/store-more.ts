import { type Database, rebuildRollups, recordKinds } from '@outturn/service';
import type { ArenaDatabase } from '../arena.ts';
import { loading, withoutIndexes } from '../bulk-load.ts';
import type { Developer } from '../contender.ts';
import { AGENTS, CUSTOMERS } from '../load/job.ts';

/** Rows of one statement; two run side by side. */
const CHUNK = 500_000;
const DAY = 86_400_000;
/** Rollups are summed for so many days at a time, whose groups fit into memory. */
const WINDOW = 15;

/** The numbers of stored and of desired records, spread evenly over the year before now. */
type Stretch = { stored: number; until: number };

/**
 * Stores revenues with their idempotency keys and rollups before a server runs on the database, as if they had been
 * recorded one after the other: ids and rows are in the order of time, within each call.
 */
export async function storeMore(
  target: ArenaDatabase,
  developer: Developer,
  { stored, until }: Stretch,
): Promise<void> {
  process.stderr.write(`  storing ${(until - stored).toLocaleString('en')} records\n`);
  await loading(target, async (database) => {
    const tables = ['revenues', 'idempotency_keys'];
    // Keys are hashes, so new ones go to random places.
    const used = ['idempotency_keys_pkey'];
    await withoutIndexes(database, tables, () => insertAll(database, developer, { stored, until }), {
      primaryToo: true,
      used,
    });
    tell('indexed');
    await sumUp(database);
    tell('summed up');
  });
}

async function insertAll({ pool }: Database, { id }: Developer, { stored, until }: Stretch): Promise<void> {
  let next = stored;
  const insert = async () => {
    while (next < until) {
      const first = next;
      next = Math.min(first + CHUNK, until);
      await pool.query(insertion, [id, first, next - 1, stored, until - stored]);
      tell(`${next.toLocaleString('en')} inserted`);
    }
  };
  await Promise.all([insert(), insert()]);
}

/** Day by day, as an operator would with `outturn rollups rebuild --from`. */
async function sumUp(database: Database): Promise<void> {
  const today = Math.floor(Date.now() / DAY) * DAY;
  for (let day = today - 366 * DAY; day <= today; day += WINDOW * DAY) {
    const days = { from: new Date(day), to: new Date(Math.min(day + WINDOW * DAY, today + DAY)) };
    await rebuildRollups(database, recordKinds, days);
  }
}

/** A record and its key, whose time is in the id as well. */
const insertion = `
  with a as (select array_agg(id) as ids from agents where developer_id = $1),
    c as (select array_agg(id) as ids from customers where developer_id = $1),
    recorded as (
      insert into revenues
        (developer_id, id, created_at, agent_id, customer_id, amount, source, description, recorded_at)
      select $1, uuidv7(at - clock_timestamp()), at, a.ids[1 + i % ${AGENTS}], c.ids[1 + i % ${CUSTOMERS}],
        (i % 900 + 1) + 0.25, 'Manual', 'Payment received', at
      from generate_series($2::bigint, $3::bigint) i, a, c,
        lateral (select now() - interval '1 minute' - ($4::bigint + $5::bigint - i) * (interval '365 days' / $5::bigint)) t(at)
      returning developer_id, id)
  insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id)
  select developer_id, md5(id::text)::uuid, md5(id::text || 'x')::uuid, id from recorded`;

let told = performance.now();

function tell(what: string): void {
  const now = performance.now();
  process.stderr.write(`    ${what}, ${((now - told) / 1000).toFixed(1)} s\n`);
  told = now;
}
