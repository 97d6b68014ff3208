import { once } from 'node:events';
import { createClient } from 'graphql-sse';
import { expect, inject, onTestFinished, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { openStream } from '../support/live/event-stream.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { livingWorkers, withWorkers } from '../support/workers.ts';

const shared = useGateway();
const gateways = useGateways();

const query =
  'subscription { analytics(window: {from: "2024-01-01", to: "2024-02-01"}) { totals { revenue } } }';

test('a subscription of graphql-sse goes on at the next gateway', async () => {
  const { token } = await mintKey();
  const first = await gateways.start(inject('databaseUrl'));
  let { url } = first;
  const client = createClient({
    url: () => `${url}/graphql`,
    headers: { authorization: `Bearer ${token}` },
    retry: () => Promise.resolve(),
  });
  onTestFinished(() => client.dispose());
  const seen: unknown[] = [];
  client.subscribe(
    { query },
    {
      next: (result) => void seen.push(result),
      error: (error) => void seen.push(error),
      complete: () => void seen.push('complete'),
    },
  );
  await waitUntil('it follows', () => seen.length === 1);
  url = shared.url;
  await first.stop();
  await waitUntil('it follows again', () => seen.length === 2);
  await send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
  await waitUntil('the record arrives', () => seen.length === 3);
  const totals = (revenue: string) => ({ data: { analytics: { totals: { revenue } } } });
  expect(seen).toEqual([totals('0'), totals('0'), totals('1')]);
});

test.each([
  ['GraphQL', `/graphql?query=${encodeURIComponent(query)}`, undefined],
  [
    'analytics.live',
    '/trpc/analytics.live?input={"window":{"from":"2024-01-01","to":"2024-02-01"}}',
    'This gateway is stopping. Subscribe again.',
  ],
  [
    'records.live',
    '/trpc/records.live?input={}',
    'This gateway is stopping. Subscribe again; with the id of the last event, nothing is missed.',
  ],
])('a stream of %s ends so that clients subscribe again', async (_, path, message) => {
  const { token } = await mintKey();
  const gateway = await gateways.start(inject('databaseUrl'));
  const stream = await openStream(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const events = [await stream.next()];
  if (message !== undefined) events.push(await stream.next());
  expect(events).not.toContain(undefined);
  void gateway.stop();
  const last = await stream.next();
  if (message === undefined) expect(last).toBeUndefined();
  else expect(JSON.parse(last?.data ?? '')).toMatchObject({ message, data: { error: 'Server Error' } });
  expect(await stream.next()).toBeUndefined();
});

test.each([1, 2])(
  '%i processes accept connections without being ready, until SHUTDOWN_DELAY ends',
  async (workers) => {
    const { token } = await mintKey();
    const gateway = await gateways.start(
      inject('databaseUrl'),
      {
        NODE_ENV: 'production',
        SESSION_SECRET: 'of a gateway that is stopped, in a test',
        SHUTDOWN_DELAY: '2',
      },
      workers === 1 ? {} : withWorkers(workers),
    );
    const { url, child } = gateway;
    const stream = await openStream(`${url}/trpc/records.live?input={}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await stream.next();
    await stream.next();
    const fresh = { connection: 'close' };
    const isReady = async () => (await send(`${url}/readyz`, { headers: fresh })).status;
    expect(await isReady()).toBe(200);

    const began = performance.now();
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    // systemd signals every process, and a wrapper passes the signal on once more.
    child.kill('SIGTERM');
    if (workers > 1) for (const worker of livingWorkers(child)) process.kill(worker, 'SIGTERM');
    await waitUntil('it is not ready', async () => (await isReady()) === 503);
    expect(JSON.parse((await send(`${url}/readyz`, { headers: fresh })).text)).toEqual({
      status: 'not ready',
      reason: 'This gateway is stopping.',
    });
    const recorded = await send(`${url}/v1/revenues`, {
      token,
      headers: fresh,
      body: JSON.stringify(minimal),
    });
    expect(recorded.status).toBe(201);
    expect(JSON.parse((await stream.next())?.data ?? '{}')).toMatchObject({ kind: 'revenues' });

    expect(JSON.parse((await stream.next())?.data ?? '{}')).toMatchObject({
      data: { error: 'Server Error' },
    });
    expect(performance.now() - began).toBeGreaterThan(1_900);
    expect(await exit).toEqual([0, null]);
  },
);

test('Ctrl+C ends the delay', async () => {
  const { child } = await gateways.start(inject('databaseUrl'), { SHUTDOWN_DELAY: '300' });
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
});
