import type { ArenaDatabase } from './arena.ts';
import { bulkLoad } from './bulk-load.ts';
import type { Developer } from './contender.ts';
import { AGENTS, CUSTOMERS } from './load/job.ts';
import { seedDimensions } from './seed-revenues.ts';

/** Rows of one statement. */
const CHUNK = 1_000_000;

/** Stores revenues of the past year with their idempotency keys and rollups, before a server runs on the database. */
export async function fillDatabase(
  target: ArenaDatabase,
  developer: Developer,
  count: number,
): Promise<void> {
  process.stderr.write(`  storing ${count.toLocaleString('en')} records\n`);
  await seedDimensions(target, developer);
  await bulkLoad(target, ['revenues'], async ({ pool }) => {
    for (let start = 0; start < count; start += CHUNK) {
      const end = Math.min(start + CHUNK, count) - 1;
      await pool.query(revenues, [developer.id, start, end, count]);
    }
    await pool.query(idempotencyKeys, [developer.id]);
  });
}

/** In the order of time, like the ids. */
const revenues = `
  with a as (select array_agg(id) as ids from agents where developer_id = $1),
    c as (select array_agg(id) as ids from customers where developer_id = $1)
  insert into revenues
    (developer_id, id, created_at, agent_id, customer_id, amount, source, description, recorded_at)
  select $1, uuidv7(), now(), a.ids[1 + i % ${AGENTS}], c.ids[1 + i % ${CUSTOMERS}], (i % 900 + 1) + 0.25, 'Manual',
    'Payment received', now() - ($4::bigint - i) * (interval '365 days' / $4::bigint)
  from generate_series($2::bigint, $3::bigint) i, a, c`;

/** In the order of the index, so that it is built from left to right. */
const idempotencyKeys = `
  insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id)
  select developer_id, md5(id::text)::uuid, md5(id::text || 'x')::uuid, id from revenues where developer_id = $1
  order by 2`;
