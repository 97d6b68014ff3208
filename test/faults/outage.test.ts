import { createOutturnClient } from '@outturn/client';
import { Outturn } from '@outturn/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useTcpProxies();

const invalid = { ...minimal, amount: 'much' };
const input = `{amount: "1", recordedAt: "${minimal.recordedAt}"}`;
const invalidInput = `{amount: "much", recordedAt: "${minimal.recordedAt}"}`;
const document = (query: string) => ({ query });
const report = encodeURIComponent('{"name":"report"}');

/** Calls of which nothing succeeds without PostgreSQL, though some of their parts are refused for another reason. */
const calls: Record<string, { path: string; body?: unknown }> = {
  'a record over REST': { path: '/v1/revenues', body: minimal },
  'a record over tRPC': { path: '/trpc/revenues.record', body: minimal },
  'a batch over REST': { path: '/v1/revenues/batch', body: [minimal, invalid, minimal] },
  'a batch over tRPC': { path: '/trpc/revenues.recordBatch', body: [minimal, invalid] },
  'a tRPC batch of mutations': {
    path: '/trpc/revenues.record,revenues.record,agents.create?batch=1',
    body: { 0: minimal, 1: invalid, 2: { key: 'trpc' } },
  },
  'a tRPC batch of queries': {
    path: `/trpc/events.list,nothing?batch=1&input=${encodeURIComponent('{"0":{}}')}`,
  },
  'a record over GraphQL': {
    path: '/graphql',
    body: document(`mutation { recordRevenue(input: ${input}) { id } }`),
  },
  'several records over GraphQL': {
    path: '/graphql',
    body: document(
      `mutation { a: recordRevenue(input: ${input}) { id } b: recordRevenue(input: ${invalidInput}) { id } }`,
    ),
  },
  'a list over REST': { path: '/v1/events' },
  'a list over GraphQL': { path: '/graphql', body: document('{ events { nodes { id } } }') },
  'a report over tRPC': { path: `/trpc/reports.run?input=${report}` },
  'a report over GraphQL': { path: '/graphql', body: document('{ runReport(name: "report") { data } }') },
};

const during = new Map<string, Answer>();
const later = new Map<string, Answer>();
const clients: Record<string, { seen: number[]; result: unknown }> = {};

beforeAll(async () => {
  const way = await startProxy(store.url);
  const { url } = await gateways.start(way.url, { REDIS_URL: '' });
  const { token } = await openAccount(store.database);
  const ask = async (answers: Map<string, Answer>) => {
    const asked = Object.entries(calls).map(async ([what, { path, body }]) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      answers.set(what, await send(`${url}${path}`, { token, ...sent }));
    });
    await Promise.all(asked);
  };
  const save = { name: 'report', document: '{ events { nodes { id } } }' };
  await send(`${url}/trpc/reports.save`, { token, body: JSON.stringify(save) });
  way.set('closed');
  /** Its client sees the outage at its first attempt, and the end of it later. */
  const start = (name: string, work: (fetching: typeof fetch) => Promise<unknown>) => {
    const seen: number[] = [];
    clients[name] = { seen, result: undefined };
    const fetching: typeof fetch = async (target, init) => {
      const answer = await fetch(target, init);
      if (seen.push(answer.status) === 1) await isOver;
      return answer;
    };
    return work(fetching).then((result) => {
      clients[name] = { seen, result };
    });
  };
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const working = [
    start('SDK', (fetching) =>
      new Outturn({ apiKey: token, baseUrl: url, fetch: fetching }).revenues.recordBatch([minimal, minimal]),
    ),
    start('recorder', async (fetching) => {
      await using recorder = new Outturn({ apiKey: token, baseUrl: url, fetch: fetching }).recorder();
      const recorded = [minimal, minimal].map((item) => recorder.record('revenues', item));
      await recorder.flush();
      return { results: await Promise.all(recorded) };
    }),
    start('client', (fetching) =>
      createOutturnClient({ url, apiKey: token, fetch: fetching }).revenues.recordBatch.mutate([
        minimal,
        minimal,
      ]),
    ),
  ];
  await ask(during);
  await waitUntil('each client has seen the outage', () =>
    Object.values(clients).every(({ seen }) => seen.length === 1),
  );
  way.set('open');
  end();
  await Promise.all(working);
  await ask(later);
}, 60_000);

describe.each(Object.keys(calls))('%s while PostgreSQL is away', (what) => {
  test('is a server error as a whole, which says when to retry', () => {
    const { status, headers, text } = during.get(what) as Answer;
    expect(status, text).toBe(500);
    expect(headers.get('retry-after'), what).toBe('1');
    expect(text).toContain('Server Error');
  });

  test('succeeds afterwards', () => {
    const { status, headers, text } = later.get(what) as Answer;
    expect(status, text).toBeLessThan(300);
    expect(headers.get('retry-after'), what).toBeNull();
  });
});

test.each(['SDK', 'recorder', 'client'])('%s retries a batch of which nothing was recorded', (name) => {
  expect(clients[name]).toMatchObject({
    seen: [500, 200],
    result: { results: [{ status: 'created' }, { status: 'created' }] },
  });
});
