import { setTimeout as sleep } from 'node:timers/promises';
import { createOutturnClient } from '@outturn/client';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const STREAMS = 10;

test('streams that wait for a long transaction hardly ask, and go on when it ends', async () => {
  const { url } = await gateways.start(store.url);
  const { token: apiKey } = await openAccount(store.database);
  const client = createOutturnClient({ url, apiKey });
  const { pool } = store.database;
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const isFollowing = Array.from({ length: STREAMS }, () => Promise.withResolvers<void>());
  const firsts = isFollowing.map(async ({ resolve }) => {
    for await (const { data } of client.records.live.subscribe({}, { signal: ended.signal })) {
      resolve();
      if (data.kind === 'events') return data.record.name;
    }
  });
  await Promise.all(isFollowing.map(({ promise }) => promise));

  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select pg_current_xact_id()');
  await client.events.record.mutate({ type: 'llm.call', name: 'behind' });
  // Ever more rarely: after two seconds, once a second at most.
  await sleep(3_000);
  const statements = async () => {
    const sql = 'select xact_commit::int as count from pg_stat_database where datname = current_database()';
    return (await pool.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
  };
  const before = await statements();
  await sleep(4_000);
  expect((await statements()) - before).toBeLessThan(STREAMS * 12);

  await holder.query('commit');
  holder.release();
  expect(await Promise.all(firsts)).toEqual(Array.from({ length: STREAMS }, () => 'behind'));
}, 30_000);
