import { connectDatabase, type Database, rebuildRollups } from '@outturn/service';
import type { ArenaDatabase } from './arena.ts';
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
  const begun = performance.now();
  await seedDimensions(target, developer);
  const name = new URL(target.url).pathname.slice(1);
  // For the sessions of this function alone: later ones commit durably again.
  const settings = { synchronous_commit: 'off', work_mem: "'256MB'", maintenance_work_mem: "'512MB'" };
  for (const [setting, value] of Object.entries(settings)) {
    await target.database.pool.query(`alter database ${name} set ${setting} = ${value}`);
  }
  const database = await connectDatabase({ url: target.url, poolSize: 2 });
  try {
    await withoutIndexes(database, async () => {
      for (let start = 0; start < count; start += CHUNK) {
        const end = Math.min(start + CHUNK, count) - 1;
        await database.pool.query(revenues, [developer.id, start, end, count]);
      }
    });
    await database.pool.query(idempotencyKeys, [developer.id]);
    await rebuildRollups(database);
    await database.pool.query('vacuum analyze');
  } finally {
    await database.close();
    await target.database.pool.query(`alter database ${name} reset all`);
  }
  process.stderr.write(`  stored in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}

/** Building an index over many rows is quicker than adding the rows to it. */
async function withoutIndexes({ pool }: Database, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'revenues' and indexname not like '%_pkey'`,
  );
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  await work();
  for (const { indexdef } of rows) await pool.query(indexdef);
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
