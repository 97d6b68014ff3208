import { randomUUID } from 'node:crypto';
import { connectDatabase } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useTcpProxies();

// As after a failover to another host, or where a router has forgotten connections: open ones fall silent, and new ones
// work. The operating system would close them only after hours.
test('connections that fall silent stop recording for seconds, and lose and double nothing', async () => {
  const proxy = await startProxy(store.url);
  const { url } = await gateways.start(proxy.url);
  const { token, developerId } = await openAccount(store.database);
  const kinds = {
    revenues: { amount: '1', recordedAt: '2026-06-30T12:00:00Z' },
    outcomes: { value: '1' },
    goals: { goalKey: 'signup' },
    events: { type: 'llm.call' },
  };
  const acknowledged = new Map(Object.keys(kinds).map((kind) => [kind, new Set<string>()]));
  let isOver = false;
  const record = async (kind: string, body: object) => {
    const ids = acknowledged.get(kind) as Set<string>;
    while (!isOver) {
      const init = {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-idempotency-key': randomUUID(),
        },
        body: JSON.stringify(body),
      };
      // Retried under its key, as clients do.
      for (let isDone = false; !isDone; ) {
        const answer = await fetch(`${url}/v1/${kind}`, init);
        isDone = answer.status === 201;
        if (isDone) ids.add(((await answer.json()) as { id: string }).id);
      }
    }
  };
  const clients = Object.entries(kinds).flatMap(([kind, body]) =>
    Array.from({ length: 4 }, () => record(kind, body)),
  );
  const counts = () => [...acknowledged.values()].map(({ size }) => size);
  await waitUntil('all are at work', () => counts().every((count) => count > 20));

  proxy.silence();
  const before = counts();
  await waitUntil(
    'all are at work again',
    () => counts().every((count, i) => count > (before[i] ?? 0) + 20),
    50_000,
  );
  isOver = true;
  await Promise.all(clients);

  for (const [kind, ids] of acknowledged) {
    const { rows } = await store.database.pool.query<{ id: string }>(
      `select id from ${kind} where developer_id = $1`,
      [developerId],
    );
    expect(new Set(rows.map(({ id }) => id))).toEqual(ids);
  }
}, 120_000);

// The server still runs, so each abandoned statement would go on waiting in a session of its own.
test('statements that are abandoned while they wait for a lock leave no session behind', async () => {
  const database = await connectDatabase({ url: store.url, connections: 8, answerTimeout: 1_000 });
  onTestFinished(() => database.close());
  const { pool } = store.database;
  const holder = await pool.connect();
  await holder.query('begin; lock table events in access exclusive mode');
  const waiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  for (let i = 0; i < 3; i++)
    await Promise.all(
      [1, 2].map(() => expect(database.quick('a', 'select from events', [])).rejects.toThrow()),
    );

  expect(await waiting()).toBeGreaterThan(1);
  await waitUntil('PostgreSQL has noticed', async () => (await waiting()) === 0, 20_000);
  await holder.query('rollback');
  holder.release();
  expect(await database.quick('b', 'select from events where false', [])).toEqual([]);
});
