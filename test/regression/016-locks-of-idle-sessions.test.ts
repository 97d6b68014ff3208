import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from '../../packages/service/src/database/with-lock.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const store = usePrivateDatabase();

async function connectWithTimeout() {
  const { pool } = store.database;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database ${rows[0]?.name} set idle_session_timeout = '200ms'`);
  const database = await connectDatabase({ url: store.url, poolSize: 2 });
  onTestFinished(() => database.close());
  return database;
}

// PostgreSQL ended the session that held the lock, and two repairs at once added what was missing twice.
test('a lock is held for as long as the work takes, where idle sessions are ended', async () => {
  const database = await connectWithTimeout();
  const steps: string[] = [];
  const work = (name: string) =>
    withLock(database, 'a test', async () => {
      steps.push(`${name} begins`);
      await sleep(800);
      steps.push(`${name} ends`);
    });

  const first = work('first');
  await sleep(400);
  await Promise.all([first, work('second')]);

  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('work whose lock was lost says so', async () => {
  const { database } = store;
  const work = withLock(database, 'another test', async () => {
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and objid = hashtext('another test')::oid and granted`,
    );
    await sleep(200);
  });
  await expect(work).rejects.toThrow('The lock "another test" was lost while the work went on. Do it again.');
});
