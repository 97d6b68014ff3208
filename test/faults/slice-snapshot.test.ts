import { randomUUID } from 'node:crypto';
import { connectDatabase, type Database } from '@outturn/service';
import { afterAll, expect, inject, test } from 'vitest';
import { Snapshot } from '../../packages/service/src/analytics/snapshot.ts';
import { Semaphore } from '../../packages/service/src/database/semaphore.ts';
import { testDatabase } from '../support/developers.ts';

const role = `narrow_${randomUUID().replaceAll('-', '')}`;
const statement = (sql: string) => ({ sql, values: [], reads: '', recordsRead: { span: 0, tables: [] } });
let narrow: Database | undefined;

afterAll(async () => {
  await narrow?.close();
  const { pool } = await testDatabase();
  await pool.query(`revoke all on all tables in schema public from ${role}`);
  await pool.query(`drop role ${role}`);
});

/** How many places of a semaphore are free. */
function freePlaces(semaphore: Semaphore): number {
  let free = 0;
  while (semaphore.tryAcquire()) free++;
  for (let i = 0; i < free; i++) semaphore.release();
  return free;
}

test('when one statement fails, queued ones do not run, and every place is free again', async () => {
  const database = await testDatabase();
  const semaphore = new Semaphore(2);
  const settled: PromiseSettledResult<unknown>[] = [];
  const work = async (snapshot: Snapshot) => {
    const rows = ['select pg_sleep(0.3)', 'select 1 / 0', 'select 1', 'select 2'].map((sql) =>
      snapshot.rows(statement(sql)),
    );
    void Promise.allSettled(rows).then((results) => settled.push(...results));
    return Promise.all(rows);
  };
  await expect(
    Snapshot.use(database, { semaphore, statements: 4, opening: 'select true' }, work),
  ).rejects.toThrow('division by zero');
  expect(freePlaces(semaphore)).toBe(2);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('a statement on a snapshot after its end is refused', async () => {
  const database = await testDatabase();
  const semaphore = new Semaphore(2);
  const snapshot = await Snapshot.use(
    database,
    { semaphore, statements: 2, opening: 'select true' },
    async (open) => open,
  );
  await expect(snapshot.rows(statement('select 1'))).rejects.toThrow('closed');
});

test('a second connection that is refused takes no place', async () => {
  const { pool } = await testDatabase();
  await pool.query(`create role ${role} login password 'narrow' connection limit 1`);
  await pool.query(`grant all on all tables in schema public to ${role}`);
  const url = new URL(inject('databaseUrl'));
  url.username = role;
  url.password = 'narrow';
  narrow = await connectDatabase({ url: url.href, poolSize: 4 });
  const semaphore = new Semaphore(6);
  const ask = () =>
    Snapshot.use(narrow as Database, { semaphore, statements: 2, opening: 'select true' }, (snapshot) =>
      snapshot.rows(statement('select 1')),
    );
  for (let i = 0; i < 4; i++) await expect(ask()).rejects.toMatchObject({ cause: { code: '53300' } });
  expect(freePlaces(semaphore)).toBe(6);
});

test('two connections see one snapshot', async () => {
  const database = await testDatabase();
  const semaphore = new Semaphore(2);
  const seen = await Snapshot.use(
    database,
    { semaphore, statements: 2, opening: 'select true' },
    async (snapshot) => {
      const ask = () =>
        snapshot.rows(statement('select pg_current_snapshot(), pg_backend_pid(), pg_sleep(0.05)'));
      return (await Promise.all([ask(), ask()])).flat();
    },
  );
  expect(new Set(seen.map(([taken]) => taken)).size).toBe(1);
  expect(new Set(seen.map(([, backend]) => backend)).size).toBe(2);
});
