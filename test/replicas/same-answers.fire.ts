import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { disagreements } from '../support/analytics/agreement.ts';
import { ask } from '../support/analytics/ask.ts';
import type { Measure, Question } from '../support/analytics/question.ts';
import { parse } from '../support/drivers/driver.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { openStream } from '../support/live/event-stream.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { readsOf, replicasInUse } from '../support/replicas/reads.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';

const store = usePrimary();
const gateways = useGateways();
/** One gateway reads from the primary alone, the other from two replicas. */
let alone: string;
let reading: string;
let token: string;
beforeAll(async () => {
  const replicas = [await store.server.addReplica(), await store.server.addReplica()];
  ({ url: alone } = await gateways.start(store.server.url));
  ({ url: reading } = await gateways.start(store.server.url, {
    DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(','),
  }));
  ({ token } = await openAccount(store.database));
  await recordSome(40);
  await waitUntil('both replicas are in use', async () => (await replicasInUse(reading)) === 2);
});

async function recordSome(count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => ({
    amount: `${i}.5`,
    recordedAt: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}T10:30:00.000Z`,
    agentKey: `agent-${i % 5}`,
    customerKey: `customer-${i % 7}`,
    sessionKey: `session-${i % 11}`,
    source: i % 2 ? 'web' : 'shop',
  }));
  const { text } = await send(`${alone}/v1/revenues/batch`, { token, body: JSON.stringify(items) });
  expect(parse(text)).toMatchObject({ created: count });
}

test.each([
  'revenues?limit=7',
  'revenues?limit=7&sort=recordedAt',
  'revenues?limit=2&agentKey=agent-1&recordedFrom=2026-01-03T00:00:00Z',
  'agents?limit=2',
  'customers?limit=3',
  'sessions?limit=4',
  'goal-types?limit=4',
])('every page of %s is the same, and leads to the next', async (path) => {
  const before = await readsOf(reading);
  let pages = 0;
  for (let next: string | undefined = `/v1/${path}`; next !== undefined; pages++) {
    const expected: Answer = await send(alone + next, { token });
    const shown = await send(reading + next, { token });
    expect([shown.text, shown.headers.get('link')]).toEqual([expected.text, expected.headers.get('link')]);
    next = expected.headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1];
  }
  if (!path.startsWith('goal-types')) expect(pages).toBeGreaterThan(1);
  const after = await readsOf(reading);
  expect(after.replicas - before.replicas + after.primary - before.primary).toBe(pages);
  // A single read may find both replicas behind.
  await waitUntil('a replica answers it', async () => {
    await send(`${reading}/v1/${path}`, { token });
    return (await readsOf(reading)).replicas > before.replicas;
  });
});

const totals: Measure[] = ['revenue', 'revenueCount'];
const question: Question = {
  window: { from: '2026-01-01', to: '2026-02-01' },
  timeZone: 'Asia/Kolkata',
  weekStart: 'monday',
  totals,
  previous: { totals },
  series: { days: { every: 'day', totals } },
  by: {
    agents: {
      dimension: 'agent',
      first: 10,
      orderBy: { measure: 'revenue', direction: 'desc' },
      totals,
      series: { weeks: { every: 'week', totals } },
    },
    sources: { dimension: 'source', first: 10, orderBy: { measure: 'key', direction: 'asc' }, totals },
  },
};

test('a question has the same answer from a single snapshot while records are written', async () => {
  expect(await ask(reading, token, question)).toEqual(await ask(alone, token, question));
  const before = await readsOf(reading);
  let isOver = false;
  const writing = Array.from({ length: 3 }, async () => {
    while (!isOver) await recordSome(20);
  });
  const seen: number[] = [];
  for (let i = 0; i < 25; i++) {
    const answer = await ask(reading, token, question);
    expect(disagreements(answer)).toEqual([]);
    seen.push(Number(answer.totals?.revenue));
  }
  isOver = true;
  await Promise.all(writing);
  expect(new Set(seen).size).toBeGreaterThan(1);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect((await readsOf(reading)).replicas).toBeGreaterThan(before.replicas);
  expect(await ask(reading, token, question)).toEqual(await ask(alone, token, question));
});

test('GraphQL follows relations of a record that was written just before', async () => {
  for (let i = 0; i < 10; i++) {
    const agentKey = randomUUID();
    const body = JSON.stringify({ amount: '1', recordedAt: '2026-01-15T10:30:00Z', agentKey });
    await send(`${alone}/v1/revenues`, { token, body });
    const document = `{ agents(first: 1) { edges { node { key revenues(first: 5) { edges { node { amount agent { key } } } } } } } }`;
    const { text } = await send(`${reading}/graphql`, { token, body: JSON.stringify({ query: document }) });
    expect(parse<{ data: unknown }>(text).data).toEqual({
      agents: {
        edges: [
          {
            node: {
              key: agentKey,
              revenues: { edges: [{ node: { amount: '1', agent: { key: agentKey } } }] },
            },
          },
        ],
      },
    });
  }
});

test('a subscription to a question delivers the change that triggered it', async () => {
  const query =
    'subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenueCount } } }';
  const stream = await openStream(`${reading}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const next = async () => {
    const event = await stream.next();
    return parse<{ data: { analytics: { totals: { revenueCount: number } } } }>(event?.data ?? '').data
      .analytics.totals.revenueCount;
  };
  let expected = await next();
  for (let i = 0; i < 5; i++) {
    await recordSome(1);
    expect(await next()).toBe(++expected);
  }
  stream.close();
});
