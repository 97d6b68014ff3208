import { expect, test } from 'vitest';
import { analyzeGrownTables } from '../../packages/service/src/database/statistics.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const store = usePrivateDatabase();
const loaded = usePrivateDatabase();
const gateways = useGateways();

type Store = ReturnType<typeof usePrivateDatabase>;

const TABLES = ['revenues', 'sessions'];

/** Rows that autovacuum leaves alone. */
async function addRows({ database }: Store, from: number, to: number): Promise<void> {
  const { developerId } = await openAccount(database);
  for (const table of TABLES)
    await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const each = `generate_series(${from + 1}, ${to}) i`;
  await database.pool.query(
    `insert into revenues (developer_id, id, created_at, recorded_at, amount, source)
     select $1, gen_random_uuid(), now(), now(), 1, 'test' from ${each}`,
    [developerId],
  );
  await database.pool.query(
    `insert into sessions (developer_id, id, key, created_at, updated_at)
     select $1, gen_random_uuid(), 'session-' || i, now(), now() from ${each}`,
    [developerId],
  );
}

/** How many rows PostgreSQL expects; none before it has statistics. */
async function expected({ database }: Store, table: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select reltuples::float as count from pg_class where oid = to_regclass($1::text)
     and exists (select from pg_stats where tablename = $1::text)`,
    [table],
  );
  return rows[0]?.count ?? 0;
}

test('table is analyzed when it has rows and no statistics, and again when it has grown tenfold', async () => {
  await addRows(store, 0, 100);
  // A table of a few pages is left to autovacuum.
  expect(await analyzeGrownTables(store.database)).toEqual([]);

  await addRows(store, 100, 12_000);
  expect((await analyzeGrownTables(store.database)).toSorted()).toEqual(TABLES);
  for (const table of TABLES) expect(await expected(store, table)).toBeGreaterThan(11_000);
  expect(await analyzeGrownTables(store.database)).toEqual([]);

  await addRows(store, 12_000, 60_000);
  expect(await analyzeGrownTables(store.database)).toEqual([]);
  await addRows(store, 60_000, 125_000);
  expect((await analyzeGrownTables(store.database)).toSorted()).toEqual(TABLES);
  for (const table of TABLES) expect(await expected(store, table)).toBeGreaterThan(110_000);

  // The file of a table without rows stays as large as it was, and such a table has no statistics.
  const { pool } = store.database;
  await pool.query('alter table agents set (autovacuum_enabled = false)');
  await pool.query(`insert into agents (developer_id, id, key, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'agent', now(), now() from generate_series(1, 20000)`);
  await pool.query('delete from agents');
  expect(await analyzeGrownTables(store.database)).toEqual(['agents']);
  expect(await analyzeGrownTables(store.database)).toEqual([]);
});

test('gateway analyzes a table that was filled without it', async () => {
  await addRows(loaded, 0, 12_000);
  expect(await expected(loaded, 'revenues')).toBe(0);
  const gateway = await gateways.start(loaded.url, { DATABASE_POOL_SIZE: '8' });
  await waitUntil('revenues have statistics', async () => (await expected(loaded, 'revenues')) > 11_000);
  const { rows } = await loaded.database.pool.query('show autovacuum');
  expect(gateway.output().includes('autovacuum')).toBe(rows[0].autovacuum === 'off');
});
