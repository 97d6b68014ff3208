import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdQuestions } from '../support/load/held.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { scrape, sumOf } from '../support/metrics.ts';

/** How many questions of one developer are answered at once. */
const AT_ONCE = 2;
/** The queue timeout: longer than one question may run, shorter than two in a row. */
const WAIT = 25_000;

const store = usePrivateDatabase();
const gateways = useGateways();
const window = { from: '2026-01-01', to: '2026-02-01' };
const selection = 'analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenue } }';
let url: string;
let token: string;

beforeAll(async () => {
  ({ url } = await gateways.start(store.url, { REDIS_URL: '' }));
  ({ token } = await openAccount(store.database));
});

const overGraphql = (signal?: AbortSignal) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ ${selection} }` }),
    ...(signal && { signal }),
  });

const overTrpc = () => {
  const input = { window, totals: ['revenue'] };
  return send(`${url}/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify(input))}`, { token });
};

/** How many questions have ended with this code. */
async function ended(code: string): Promise<number> {
  const { samples } = await scrape(url);
  return sumOf(samples, 'outturn_operation_duration_seconds_count', { operation: 'analytics.slice', code });
}

test('questions wait 25 seconds for their turn, and leave the queue when their caller does', async () => {
  // Every question runs into its timeout of 15 seconds.
  const held = await holdQuestions(store.database);
  const first = Array.from({ length: 2 * AT_ONCE }, () => overGraphql());
  await held.waiting(AT_ONCE);
  const began = performance.now();
  const late = [overTrpc(), overGraphql()] as const;
  const leaving = new AbortController();
  const left = overGraphql(leaving.signal).catch(() => 'left');
  await sleep(500);
  leaving.abort();
  expect(await left).toBe('left');
  await waitUntil('the place is free', async () => (await ended('Invalid Request')) === 1, 5_000);

  const [trpc, graphql] = await Promise.all(late);
  const waited = performance.now() - began;
  await Promise.all(first);
  expect(waited).toBeGreaterThan(WAIT - 1_000);
  expect(waited).toBeLessThan(WAIT + 4_000);
  const message = 'Too many questions of this account are waiting to be answered. Retry after 5 seconds.';
  expect(trpc.status, trpc.text).toBe(429);
  expect(JSON.parse(trpc.text)).toMatchObject({ error: { message, data: { error: 'Rate Limit Exceeded' } } });
  expect(trpc.headers.get('retry-after')).toBe('5');
  expect(graphql.headers.get('retry-after')).toBe('5');
  expect(graphql.status).toBe(429);
  expect(await graphql.json()).toMatchObject({
    errors: [{ message, extensions: { code: 'Rate Limit Exceeded' } }],
  });
}, 120_000);
