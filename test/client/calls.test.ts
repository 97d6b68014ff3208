import {
  createOutturnClient,
  isOutturnError,
  OutturnClientError,
  type OutturnClientOptions,
  OutturnConnectionError,
  OutturnTimeoutError,
  type Retry,
} from '@outturn/client';
import { TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Fate, useFaultyProxies } from '../support/faulty-proxy.ts';
import { useGateways } from '../support/load/gateways.ts';
import { clientBehind, failureOf } from './behind.ts';

const gateways = useGateways();
const proxy = useFaultyProxies();
let url: string;

beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl')));
});

const revenue = { amount: '99.90', recordedAt: '2024-01-15T10:30:00.000Z', agentKey: 'sales-bot' };
const behind = (fates: Fate[], options: Partial<OutturnClientOptions> = {}) =>
  clientBehind(proxy, url, { fates, ...options });

describe('errors', () => {
  test('of Outturn carry everything that it says', async () => {
    const { client, seen } = await behind([]);

    const error = await failureOf(client.revenues.record.mutate({ ...revenue, amount: 'much' }));
    expect(isOutturnError(error)).toBe(true);
    expect(error).toBeInstanceOf(OutturnClientError);
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error).toMatchObject({
      name: 'OutturnClientError',
      code: 'Invalid Request',
      status: 400,
      path: 'revenues.record',
      details: [{ field: 'amount' }],
      requestId: expect.stringMatching(/./),
      data: { error: 'Invalid Request', code: 'BAD_REQUEST' },
    });
    expect(String(error)).toContain('amount');
    expect(seen).toHaveLength(1);
  });

  test('of one query leave the others of its batch alone', async () => {
    const { client, seen } = await behind([]);
    const missing = '01890000-0000-7000-8000-000000000000';

    const [agents, error] = await Promise.all([
      client.agents.list.query({}),
      failureOf(client.revenues.get.query({ id: missing })),
    ]);
    expect(agents.items).toEqual([]);
    expect(error).toMatchObject({ code: 'Not Found', status: 404, path: 'revenues.get' });
    expect(seen).toHaveLength(1);
  });

  test('of a key that is not known are Unauthorized', async () => {
    const client = createOutturnClient({ url, apiKey: 'nonsense' });
    const unauthorized = { code: 'Unauthorized', status: 401 };
    expect(await failureOf(client.agents.list.query({}))).toMatchObject(unauthorized);
    expect(await failureOf(client.revenues.record.mutate(revenue))).toMatchObject(unauthorized);
  });

  test('of what is not tRPC are told by their code or status', async () => {
    const { token: apiKey } = await mintKey();
    const teapot = async () => new Response('<html>', { status: 418 });
    const elsewhere = createOutturnClient({ url, apiKey, fetch: teapot });
    expect(await failureOf(elsewhere.agents.list.query({}))).toMatchObject({
      code: 'HTTP 418',
      status: 418,
      path: '/trpc/agents.list',
    });
    const lost = createOutturnClient({ url: `${url}/v1`, apiKey });
    const error = await failureOf(lost.agents.list.query({}));
    expect(error).toMatchObject({ code: 'Not Found', status: 404, path: '/v1/trpc/agents.list' });
  });

  test('of the connection say where it led', async () => {
    const client = createOutturnClient({ url: 'http://127.0.0.1:1', apiKey: 'x', retries: 0 });

    const error = await failureOf(client.agents.list.query({}));
    expect(error).toBeInstanceOf(OutturnConnectionError);
    expect(isOutturnError(error)).toBe(false);
    expect(String(error)).toMatch(/127\.0\.0\.1:1\/trpc gave no answer: \w+/);
  });

  test('of the caller are found before anything is sent', async () => {
    expect(() => createOutturnClient({ url, apiKey: undefined })).toThrow('apiKey is missing');
    expect(() => createOutturnClient({ url: 'outturn', apiKey: 'x' })).toThrow(TypeError);
    expect(() => createOutturnClient({ url, apiKey: 'ключ' })).toThrow(TypeError);
    const { client, seen } = await behind([]);
    for (const idempotencyKey of ['ключ', 5]) {
      const call = client.agents.create.mutate({ key: 'a' }, { context: { idempotencyKey } });
      expect(await failureOf(call)).toMatchObject({ cause: expect.any(TypeError) });
    }
    expect(seen).toEqual([]);
  });
});

describe('retries', () => {
  test('of a mutation go through errors that pass, under one key, and record once', async () => {
    const { client, seen } = await behind([500, 'reset', 'lose answer', 'truncate'], { timeout: 5_000 });

    const record = await client.revenues.record.mutate(revenue);
    expect((await client.revenues.list.query({})).items).toEqual([record]);
    const attempts = seen.filter(({ method }) => method === 'POST');
    expect(attempts.map(({ fate }) => fate)).toEqual([500, 'reset', 'lose answer', 'truncate', 'pass']);
    const keys = new Set(attempts.map(({ headers }) => headers['x-idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  test('wait longer each time, as long as the server asks, and are told of', async () => {
    const retries: Retry[] = [];
    const { client, seen } = await behind([500, 500, 429], { onRetry: (retry) => retries.push(retry) });

    await client.agents.list.query({});
    const [first = 0, second = 0, third = 0] = seen.slice(1).map(({ at }, i) => at - (seen[i]?.at ?? 0));
    expect(first).toBeGreaterThanOrEqual(120);
    expect(second).toBeGreaterThanOrEqual(245);
    expect(third).toBeGreaterThanOrEqual(1_000);
    expect(retries).toMatchObject([
      { path: 'agents.list', type: 'query', failures: 1, error: { code: 'Server Error' } },
      { failures: 2 },
      { failures: 3, error: { code: 'Rate Limit Exceeded', retryAfter: 1_000 } },
    ]);
  });

  test('come to an end', async () => {
    const { client, seen } = await behind([500, 500, 500], { retries: 1 });

    expect(await failureOf(client.agents.list.query({}))).toMatchObject({ code: 'Server Error' });
    expect(seen).toHaveLength(2);
    // One call may do without.
    await failureOf(client.agents.list.query({}, { context: { retries: 0 } }));
    expect(seen).toHaveLength(3);
  });

  test('are not for what will not pass', async () => {
    const { client, seen } = await behind([]);
    expect(await failureOf(client.agents.get.query({ key: 'nobody' }))).toMatchObject({ status: 404 });
    expect(seen).toHaveLength(1);
  });

  test('of two calls have two keys; a key of your own is yours', async () => {
    const { client, seen } = await behind([]);
    const { record } = client.revenues;

    const [first, second] = [await record.mutate(revenue), await record.mutate(revenue)];
    expect(first.id).not.toBe(second.id);
    const own = { context: { idempotencyKey: 'order-1' } };
    const third = await record.mutate(revenue, own);
    expect(await record.mutate(revenue, own)).toEqual(third);
    expect(seen.at(-1)?.headers['x-idempotency-key']).toBe('order-1');
  });

  test('of a plan that is used up wait for the next minute, or say so', async () => {
    const limited = await gateways.start(inject('databaseUrl'), { RATE_LIMITS: 'free=2', REDIS_URL: '' });
    const { token: apiKey } = await mintKey({ plan: 'free' });
    const client = createOutturnClient({ url: limited.url, apiKey, retries: 0 });
    const calls = [1, 2, 3, 4].map(() => client.agents.list.query({}));

    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'Rate Limit Exceeded', retryAfter: expect.any(Number) });
  });
});

describe('batches', () => {
  test('hold the queries of one moment, at most 50 of them, and no mutation', async () => {
    const { client, seen } = await behind([]);

    const queries = Array.from({ length: 120 }, () => client.agents.list.query({ limit: 1 }));
    const mutations = [1, 2].map(() => client.goals.record.mutate({ goalKey: 'signup' }));
    await Promise.all([...queries, ...mutations]);

    const sizes = seen.map(({ method, path }) => `${method} ${path.split('?')[0]?.split(',').length}`);
    expect(sizes.sort()).toEqual(['GET 20', 'GET 50', 'GET 50', 'POST 1', 'POST 1']);
  });

  test('go again together', async () => {
    const { client, seen } = await behind([500, 'reset']);

    await Promise.all(Array.from({ length: 10 }, () => client.agents.list.query({})));
    expect(seen.map(({ path }) => path.split(',').length)).toEqual([10, 10, 10]);
  });

  test('are never longer than a URL may be; a query that is goes alone, as a POST', async () => {
    const { client, seen } = await behind([]);
    const key = (length: number) => 'k'.repeat(length);
    const window = { from: '2026-01-01', to: '2026-02-01' };
    const where = { agent: { in: Array.from({ length: 200 }, (_, i) => `${key(200)}${i}`) } };

    const lists = Array.from({ length: 40 }, () => client.revenues.list.query({ agentKey: key(250) }));
    const [slice] = await Promise.all([
      client.analytics.slice.query({ window, where, totals: ['revenue'] }),
      ...lists,
    ]);

    expect(slice.totals).toEqual({ revenue: '0' });
    expect(seen.filter(({ method }) => method === 'POST')).toMatchObject([{ path: '/trpc/analytics.slice' }]);
    const gets = seen.filter(({ method }) => method === 'GET');
    expect(gets.length).toBeGreaterThan(1);
    for (const { path } of gets) expect(path.length).toBeLessThan(8_000);
  });
});

describe('patience', () => {
  test('ends with the timeout of one attempt, and the next attempt replays', async () => {
    const { client, seen } = await behind(['hang'], { timeout: 300 });

    const { id } = await client.revenues.record.mutate(revenue);
    expect(seen.map(({ fate }) => fate)).toEqual(['hang', 'pass']);
    const { items } = await client.revenues.list.query({});
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  test('ends in a timeout error after the last attempt', async () => {
    const { client } = await behind(['hang', 'hang'], { retries: 1 });

    const error = await failureOf(client.agents.list.query({}, { context: { timeout: 200 } }));
    expect(error).toBeInstanceOf(OutturnTimeoutError);
    expect(error).toBeInstanceOf(OutturnConnectionError);
    expect(String(error)).toContain('200 ms');
  });

  test('ends when the caller says so: during a request, during a pause, and before', async () => {
    const { client, seen } = await behind(['hang', 429]);
    const reason = new Error('changed my mind');
    const abortAfter = (delay: number) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), delay);
      return { signal: controller.signal };
    };

    const { list, get } = client.agents;
    expect(await failureOf(list.query({}, abortAfter(100)))).toMatchObject({ cause: reason });
    expect(await failureOf(list.query({}, abortAfter(300)))).toMatchObject({ cause: reason });
    const aborted = { signal: AbortSignal.abort(reason) };
    expect(await failureOf(get.query({ key: 'a' }, aborted))).toMatchObject({ cause: reason });
    expect(seen).toHaveLength(2);
  });

  test('of one query of a batch is not that of the others', async () => {
    const { client } = await behind([]);
    const { signal } = new AbortController();
    const aborted = client.agents.list.query({}, { signal: AbortSignal.timeout(0) });
    const others = [client.agents.list.query({}, { signal }), client.agents.list.query({})];
    await failureOf(aborted);
    expect(await Promise.all(others)).toMatchObject([{ items: [] }, { items: [] }]);
  });
});
