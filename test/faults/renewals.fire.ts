import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fromOurPage, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const SUBSCRIPTIONS = 3;
/** Long enough for each to ask several times, in milliseconds. */
const LOCKED_FOR = 6_000;

const store = usePrivateDatabase();
const gateways = useGateways();

// Each asked twice a second, answered or not, until no connection was left for records.
test('who follows with a session asks for it once at a time, however long that takes', async () => {
  const { url } = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const browser = await signedUp(url);
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  for (let i = 0; i < SUBSCRIPTIONS; i++) {
    const { status, body } = await fetch(`${url}/trpc/records.live?input={}`, {
      headers: { ...fromOurPage, cookie: browser.cookie, accept: 'text/event-stream' },
      signal: leave.signal,
    });
    expect(status).toBe(200);
    await body?.getReader().read();
  }

  const { pool } = store.database;
  const holder = await pool.connect();
  await holder.query('begin; lock table user_sessions in access exclusive mode');
  await sleep(LOCKED_FOR);
  const { rows } = await pool.query(
    `select count(*)::int as asking from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%from user_sessions s%'`,
  );
  const recording = send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
  const recorded = await Promise.race([recording, sleep(20_000, 'no record')]);
  await holder.query('rollback');
  holder.release();
  expect(rows[0].asking).toBe(SUBSCRIPTIONS);
  expect(recorded).toMatchObject({ status: 201 });
});
