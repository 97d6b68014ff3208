import { expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openStream } from '../support/live/event-stream.ts';
import { followSession, untilEnd } from '../support/live/session-streams.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdTable } from '../support/load/held.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

/**
 * In milliseconds. A run that shares the machine allows more, but less than the timeout of waiting for a connection.
 */
const A_SECOND = bound(8_000, 1_000);

const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useTcpProxies();

test('a stream ends within a second after its session, while every connection waits for a lock', async () => {
  const { url } = await gateways.start(store.url, { DATABASE_POOL_SIZE: '8' });
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => createApiKey(store.database, { developerName: 'acme', name: 'test' })),
  );
  const browser = await signedUp(url);
  const stream = await followSession(browser);

  const held = await holdTable(store.database, 'api_keys');
  const calls = tokens.map(({ token }) => send(`${url}/v1/agents`, { token }));
  await held.waiting(2);
  const ending = untilEnd(stream);
  await store.database.pool.query('delete from user_sessions');
  const { text, after } = await ending;
  await held.release();
  await Promise.all(calls);
  expect(text).toContain('The session has ended. Sign in again.');
  expect(after).toBeLessThan(A_SECOND);
});

test('a stream ends within a second after its session, while PostgreSQL is silent', async () => {
  const proxy = await startProxy(store.url);
  const { url } = await gateways.start(proxy.url);
  const browser = await signedUp(url);
  const stream = await followSession(browser);

  const ending = untilEnd(stream);
  proxy.set('silent');
  await store.database.pool.query('delete from user_sessions');
  const { text, after } = await ending;
  proxy.set('open');
  expect(text).toContain('The gateway could not confirm the session.');
  expect(after).toBeLessThan(A_SECOND);

  await waitUntil('it is told why when it subscribes anew', async () => {
    const again = await openStream(`${url}/trpc/records.live?input={}`, {
      headers: { cookie: browser.cookie },
    });
    return (await untilEnd(again)).text.includes('The session has ended. Sign in again.');
  });
});
