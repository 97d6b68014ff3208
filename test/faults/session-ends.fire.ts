import { createApiKey } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type EventStream, openStream } from '../support/live/event-stream.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

/** In milliseconds. A run that shares the machine allows more, yet less than a look-up waits for a connection. */
const A_SECOND = bound(8_000, 1_000);

const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useTcpProxies();

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

test('a stream ends within a second after its session, while every connection waits for a lock', async () => {
  const { url } = await gateways.start(store.url, { DATABASE_POOL_SIZE: '8' });
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => createApiKey(store.database, { developerName: 'acme', name: 'test' })),
  );
  const browser = await signedUp(url);
  const stream = await follow(browser);

  const unlock = await lock('api_keys');
  const calls = tokens.map(({ token }) => send(`${url}/v1/agents`, { token }));
  await waitUntil('the look-ups wait', async () => {
    const { rows } = await store.database.pool.query(waiting('from api_keys'));
    return rows[0].count >= 2;
  });
  const ending = untilEnd(stream);
  await store.database.pool.query('delete from user_sessions');
  const { text, after } = await ending;
  await unlock();
  await Promise.all(calls);
  expect(text).toContain('The session has ended. Sign in again.');
  expect(after).toBeLessThan(A_SECOND);
});

test('a stream ends within a second after its session, while PostgreSQL says nothing', async () => {
  const proxy = await startProxy(store.url);
  const { url } = await gateways.start(proxy.url);
  const browser = await signedUp(url);
  const stream = await follow(browser);

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
