import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type EventStream, openStream } from '../support/live/event-stream.ts';
import { bound } from '../support/load/figures.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

const query =
  'subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } } }';
/** How many subscriptions a developer may have open. */
const MOST = 100;

/** Opens a subscription of GraphQL; undefined where the limit is reached. */
async function followSlice(token: string): Promise<EventStream | undefined> {
  const stream = await openStream(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const event = await stream.next();
  return event && JSON.parse(event.data).errors === undefined ? stream : closed(stream);
}

/** The same over tRPC, at less cost for the database. */
async function followRecords(token: string): Promise<EventStream | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const stream = await openStream(`${gateway.url}/trpc/records.live?input={}`, { headers });
  for (;;) {
    const event = await stream.next();
    if (event === undefined || event.event === 'serialized-error') return closed(stream);
    if (event.event === 'message') return stream;
  }
}

function closed(stream: EventStream): undefined {
  stream.close();
}

/** Opens as many subscriptions as a developer may have, which succeeds only when none was left open before. */
async function followMost(token: string): Promise<EventStream[]> {
  const streams: EventStream[] = [];
  await waitUntil('every subscription can be opened', async () => {
    const missing = Array.from({ length: MOST - 1 - streams.length }, () => followRecords(token));
    streams.push(...(await Promise.all(missing)).filter((stream) => stream !== undefined));
    if (streams.length < MOST - 1) return false;
    const last = await followSlice(token);
    if (last) streams.unshift(last);
    return last !== undefined;
  });
  return streams;
}

async function expectNoneLeftOpen(token: string): Promise<void> {
  for (const stream of await followMost(token)) stream.close();
}

test('a GraphQL subscription is not left open when its client accepts no event stream', async () => {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  for (let i = 0; i <= MOST; i++) {
    const { status } = await send(`${gateway.url}/graphql`, { headers, body: JSON.stringify({ query }) });
    expect(status).toBe(406);
  }
  await expectNoneLeftOpen(token);
});

test.each([
  ['/graphql', `?query=${encodeURIComponent(query)}`],
  ['/trpc/records.live', ''],
])('a subscription at %s is not left open when its client leaves before the answer', async (path, search) => {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  for (let i = 0; i <= MOST; i++) {
    const { socket } = await openRaw(gateway.url, rawRequest(`GET ${path}${search}`, { headers }));
    await sleep(i % 10);
    socket.destroy();
  }
  await expectNoneLeftOpen(token);
});

// Otherwise the end would be noticed only when the next event or heartbeat cannot be sent, up to twelve seconds later.
test('a GraphQL subscription ends at once when its client leaves', async () => {
  const { token } = await mintKey();
  const [slice, ...others] = await followMost(token);
  expect(await followSlice(token)).toBeUndefined();
  slice?.close();
  await waitUntil(
    'another can be opened',
    async () => {
      const next = await followSlice(token);
      if (next) others.push(next);
      return next !== undefined;
    },
    bound(8_000, 2_000),
  );
  for (const stream of others) stream.close();
});
