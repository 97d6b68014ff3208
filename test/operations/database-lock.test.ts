import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from '../../packages/service/src/database/with-lock.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { waitUntil } from '../support/load/wait-until.ts';

/** PostgreSQL ends a session that is idle for so long, in milliseconds. */
const IDLE = 250;

const store = usePrivateDatabase();

async function connectWithTimeout() {
  const name = new URL(store.url).pathname.slice(1);
  const { pool } = store.database;
  await pool.query(`alter database "${name}" set idle_session_timeout = '${IDLE}ms'`);
  const database = await connectDatabase({ url: store.url, poolSize: 2 });
  onTestFinished(async () => {
    await database.close();
    await pool.query(`alter database "${name}" reset idle_session_timeout`);
  });
  return database;
}

test('a lock is held as long as the work takes, where PostgreSQL ends idle sessions', async () => {
  const database = await connectWithTimeout();
  const steps: string[] = [];
  const work = (name: string) =>
    withLock(database, 'a test', async () => {
      steps.push(`${name} begins`);
      await sleep(2 * IDLE);
      steps.push(`${name} ends`);
    });

  const first = work('first');
  await waitUntil('it has begun', () => steps.length > 0);
  await Promise.all([first, work('second')]);

  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('work whose lock was lost fails with that reason', async () => {
  const { database } = store;
  const holders = `from pg_locks where locktype = 'advisory' and objid = hashtext('another test')::oid and granted
    and database = (select oid from pg_database where datname = current_database())`;
  const work = withLock(database, 'another test', async () => {
    await database.pool.query(`select pg_terminate_backend(pid) ${holders}`);
    await waitUntil(
      'the session has ended',
      async () => (await database.pool.query(`select ${holders}`)).rowCount === 0,
    );
  });
  await expect(work).rejects.toThrow('The lock "another test" was lost while the work went on. Do it again.');
});
