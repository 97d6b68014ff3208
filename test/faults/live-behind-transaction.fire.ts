import { setTimeout as sleep } from 'node:timers/promises';
import { createOutturnClient } from '@outturn/client';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres, withPostgres } from '../support/load/private-postgres.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const STREAMS = 10;

const store = usePrivateDatabase();
// A server of its own, because prepared transactions must be enabled.
const postgres = usePrivatePostgres({ max_prepared_transactions: '2' });
const gateways = useGateways();

/** Opens streams of a new developer; each collects the names of events that arrive from then on. */
async function followEvents(url: string, apiKey: string, count: number) {
  const client = createOutturnClient({ url, apiKey });
  const streams = Array.from({ length: count }, async () => {
    const names: (string | null)[] = [];
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const subscription = client.records.live.subscribe(
      {},
      {
        onData: ({ data }) => {
          if (data.kind === 'position') resolve();
          if (data.kind === 'events') names.push(data.record.name);
        },
      },
    );
    onTestFinished(() => subscription.unsubscribe());
    await begun;
    return names;
  });
  const record = (name: string) => client.events.record.mutate({ type: 'llm.call', name });
  return { streams: await Promise.all(streams), record };
}

test('streams that wait for a long transaction poll rarely, and continue when it ends', async () => {
  const { url } = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const { streams, record } = await followEvents(url, token, STREAMS);

  const { pool } = store.database;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select pg_current_xact_id()');
  await record('behind');
  // The interval grows: after two seconds, to at least a second.
  await sleep(3_000);
  const statements = async () => {
    const sql = 'select xact_commit::int as count from pg_stat_database where datname = current_database()';
    return (await pool.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
  };
  const before = await statements();
  await sleep(4_000);
  expect((await statements()) - before).toBeLessThan(STREAMS * 12);
  expect(streams).toEqual(Array(STREAMS).fill([]));

  await holder.query('commit');
  holder.release();
  await waitUntil('all have it', () => streams.every((names) => names.length > 0));
  expect(streams).toEqual(Array(STREAMS).fill(['behind']));
});

test('a stream waits for a transaction of its own database, also once that is prepared', async () => {
  const { url } = await gateways.start(postgres.url);
  const { token } = await withPostgres(postgres.url, openAccount);
  const { streams, record } = await followEvents(url, token, 1);
  await withPostgres(postgres.url, async ({ pool }) => {
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select pg_current_xact_id()');
    await record('behind');
    await sleep(300);
    expect(streams).toEqual([[]]);

    await holder.query("prepare transaction 'of a test'");
    await sleep(1_000);
    expect(streams).toEqual([[]]);

    await holder.query("commit prepared 'of a test'");
    holder.release();
  });
  await waitUntil('it has arrived', () => streams[0]?.length === 1);
  expect(streams).toEqual([['behind']]);
});
