import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { followSession, untilEnd } from '../support/live/session-streams.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdTable } from '../support/load/held.ts';

const SUBSCRIPTIONS = 3;
/** In milliseconds. */
const LOCKED_FOR = 6_000;

const store = usePrivateDatabase();
const gateways = useGateways();

// Streams used to look up their session twice a second without waiting for an answer, until records got no connection.
test('sessions that cannot be looked up take no connection from records, and end no stream', async () => {
  const { url } = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const browser = await signedUp(url);
  const streams = await Promise.all(Array.from({ length: SUBSCRIPTIONS }, () => followSession(browser)));

  const held = await holdTable(store.database, 'user_sessions');
  const ends = streams.map(untilEnd);
  await sleep(LOCKED_FOR);
  const waiting = await held.countWaiting();
  const recording = send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
  const recorded = await Promise.race([recording, sleep(20_000, 'no record')]);
  const first = await Promise.race([...ends, 'none has ended']);
  await held.release();
  expect(waiting).toBe(0);
  expect(recorded).toMatchObject({ status: 201 });
  expect(first).toBe('none has ended');
});
