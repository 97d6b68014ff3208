import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Random } from '../support/load/random.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { openRaw, rawRequest } from '../support/raw-connection.ts';

/** How many questions are cancelled, and how many calls answered, at least. */
const COUNT = figure(30, 1_000);
const SEED = 1_723;

const store = usePrivateDatabase();
const gateways = useGateways();
const input = {
  window: { from: '2026-01-01', to: '2026-02-01' },
  totals: ['revenue', 'goals'],
  series: { days: { every: 'day', totals: ['revenue'] } },
  by: { agents: { dimension: 'agent', first: 3, totals: ['revenue'] } },
};
const question = `/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify(input))}`;
let gateway: Gateway;

beforeAll(async () => {
  // So few connections that cancelled questions and other calls share them.
  gateway = await gateways.start(store.url, { REDIS_URL: '', DATABASE_POOL_SIZE: '8' });
});

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

// A cancellation that arrives just after its question ended must not hit the next statement of the connection.
test('cancelling a question that is ending cancels no statement of another call', async () => {
  const random = new Random(SEED);
  let isOver = false;
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver) await work();
  };
  const faults: string[] = [];
  let answered = 0;
  const note = async (response: Response) => {
    const text = await response.text();
    if (response.ok) answered++;
    else faults.push(`${response.status} ${text}`);
  };
  const leave = async (token: string) => {
    const request = rawRequest(`GET ${question}`, { headers: headersOf(token) });
    const { socket } = await openRaw(gateway.url, request);
    await sleep(random.below(12));
    socket.destroy();
  };
  const stay = async (token: string) => {
    await note(await fetch(gateway.url + question, { headers: headersOf(token) }));
  };
  let goals = 0;
  const change = async (token: string) => {
    const body = JSON.stringify({ key: `goal-${goals++}`, value: '1' });
    const request = { method: 'POST', headers: headersOf(token), body };
    await note(await fetch(`${gateway.url}/v1/goal-types`, request));
  };
  const accounts = await Promise.all(Array.from({ length: 8 }, () => openAccount(store.database)));
  const work = [leave, leave, leave, leave, stay, stay, change, change];
  const working = accounts.map(({ token }, i) => repeat(() => (work[i] as typeof leave)(token)));
  const left = { operation: 'analytics.slice', code: 'Invalid Request' };
  const isEnough = async () => {
    if (faults.length > 0) return true;
    if (answered <= COUNT) return false;
    const { samples } = await scrape(gateway.url);
    return sumOf(samples, 'outturn_operation_duration_seconds_count', left) > COUNT;
  };
  await waitUntil('enough has been cancelled and answered', isEnough, 290_000);
  isOver = true;
  await Promise.all(working);

  expect(faults).toEqual([]);
  const { samples } = await scrape(gateway.url);
  expect(sumOf(samples, 'outturn_statement_failures_total')).toBe(0);
}, 300_000);
