import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { openStream } from '../support/live/event-stream.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

const query =
  'subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } } }';
/** As many as a developer may have open. */
const MOST = 100;

async function open(): Promise<number> {
  return sumOf((await scrape(gateway.url)).samples, 'outturn_subscriptions_open');
}

/** Whether GraphQL lets the developer follow a slice now. */
async function canFollow(token: string): Promise<boolean> {
  const stream = await openStream(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const event = await stream.next();
  stream.close();
  return event !== undefined && JSON.parse(event.data).errors === undefined;
}

// Each stayed open for good, until the account could follow nothing any more: 429, whatever it closed.
test('a subscription of GraphQL whose client takes no event stream is not left open', async () => {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  for (let i = 0; i <= MOST; i++) {
    const { status } = await send(`${gateway.url}/graphql`, { headers, body: JSON.stringify({ query }) });
    expect(status).toBe(406);
  }
  await waitUntil('none is open', async () => (await open()) === 0, 2_000);
  expect(await canFollow(token)).toBe(true);
});

test.each([
  ['/graphql', `?query=${encodeURIComponent(query)}`],
  ['/trpc/records.live', ''],
])('a subscription at %s whose client leaves before the answer is not left open', async (path, search) => {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  for (let i = 0; i <= MOST; i++) {
    const { socket } = await openRaw(gateway.url, rawRequest(`GET ${path}${search}`, { headers }));
    await sleep(i % 10);
    socket.destroy();
  }
  await waitUntil('none is open', async () => (await open()) === 0, 5_000);
  expect(await canFollow(token)).toBe(true);
});

// It was noticed when the next event, or a sign of life, could not be sent: after up to twelve seconds.
test('a subscription of GraphQL whose client leaves ends at once', async () => {
  const { token } = await mintKey();
  const stream = await openStream(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(await stream.next()).toBeDefined();
  await waitUntil('it alone is open', async () => (await open()) === 1, 2_000);
  stream.close();
  await waitUntil('none is open', async () => (await open()) === 0, 2_000);
});
