import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { type EventStream, openStream } from '../support/live/event-stream.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const SUBSCRIPTIONS = 3;
/** In milliseconds. */
const LOCKED_FOR = 6_000;

const store = usePrivateDatabase();
const gateways = useGateways();

async function follow({ url, cookie }: Browser): Promise<EventStream> {
  const headers = { ...fromOurPage, cookie };
  const stream = await openStream(`${url}/trpc/records.live?input={}`, { headers });
  onTestFinished(() => stream.close());
  for (let i = 0; i < 2; i++) await stream.next();
  return stream;
}

/** What a stream sends until its end, and how long that takes. */
async function untilEnd(stream: EventStream): Promise<{ text: string; after: number }> {
  const start = performance.now();
  let text = '';
  for (let event = await stream.next(); event; event = await stream.next()) text += event.data;
  return { text, after: performance.now() - start };
}

/** Locks a table until the returned function is called. */
async function lock(table: string): Promise<() => Promise<void>> {
  const holder = await store.database.pool.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

const waiting = (sql: string) =>
  `select count(*)::int as count from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and query like '%${sql}%'`;

// Each stream asked twice a second, answered or not, until no connection was left for records.
test('sessions that cannot be looked up keep no connection from records, and end no stream', async () => {
  const { url } = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const browser = await signedUp(url);
  const streams = await Promise.all(Array.from({ length: SUBSCRIPTIONS }, () => follow(browser)));

  const unlock = await lock('user_sessions');
  const ends = streams.map(untilEnd);
  await sleep(LOCKED_FOR);
  const { rows } = await store.database.pool.query(waiting('from user_sessions s'));
  const recording = send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
  const recorded = await Promise.race([recording, sleep(20_000, 'no record')]);
  const first = await Promise.race([...ends, 'none has ended']);
  await unlock();
  expect(rows[0].count).toBe(0);
  expect(recorded).toMatchObject({ status: 201 });
  expect(first).toBe('none has ended');
});
