import { createService, operations } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { minimal } from '../support/drivers/samples.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const store = usePrivateDatabase();
/** Of the pool of commands, with so many connections in all. */
const [CONNECTIONS, COMMANDS] = [8, 4];

/** A service and a caller with one revenue of an agent. `statements` has the names of those that were sent. */
async function openService() {
  const statements: string[] = [];
  const observer = { onStatement: (name: string) => void statements.push(name) };
  const service = await createService({ url: store.url, connections: CONNECTIONS, observer });
  onTestFinished(() => service.close());
  const principal = await newPrincipal(service, store);
  const call = { principal, requestId: 'question' };
  await service.execute(operations.revenues.record, call, { ...minimal, agentKey: 'a' });
  const bySource = { dimension: 'source', totals: ['revenue'] };
  const window = { from: '2026-02-01', to: '2026-03-01' };
  const ask = (groups: object = {}) =>
    service.execute(operations.analytics.slice, call, { window, by: { groups: { ...bySource, ...groups } } });
  return { service, call, ask, statements };
}

test('the records of each window are counted once, also for groups that are compared', async () => {
  const { ask, statements } = await openService();
  statements.length = 0;
  await ask({ previous: { window: { from: '2026-01-01', to: '2026-02-01' }, totals: ['revenue'] } });
  // The groups, the totals of the previous window, and a count for each window.
  expect(statements.filter((name) => name.startsWith('analytics'))).toHaveLength(4);
});

test('a question that counts records needs no connection beside its own', async () => {
  const { service, call, ask } = await openService();
  const { pool } = store.database;
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('select from agents where developer_id = $1 for update', [call.principal.developerId]);
  const update = { key: 'a', name: 'A' };
  const waiting = Array.from({ length: COMMANDS - 1 }, () =>
    service.execute(operations.agents.update, call, update),
  );
  await waitUntil('the commands wait for the lock', async () => {
    const { rows } = await pool.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`,
    );
    return rows.length >= waiting.length;
  });
  try {
    await expect(ask()).resolves.toBeDefined();
  } finally {
    await lock.query('rollback');
    lock.release();
    await Promise.all(waiting);
  }
});
