import {
  Outturn,
  OutturnApiError,
  OutturnConnectionError,
  OutturnError,
  OutturnTimeoutError,
} from '@outturn/sdk';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const gateway = useGateway();
const proxy = useFaultyProxies();

const revenue = { amount: '99.90', recordedAt: new Date('2024-01-15T10:30:00.000Z'), agentKey: 'sales-bot' };

/** A client whose requests meet these faults one after the other, and then pass. */
async function behind(faults: Fault[], options: { timeout?: number; retries?: number } = {}) {
  const waiting = [...faults];
  const { url: baseUrl, seen } = await proxy(gateway.url, () => waiting.shift() ?? 'pass');
  const { token } = await mintKey();
  return { outturn: new Outturn({ apiKey: token, baseUrl, ...options }), seen };
}

describe('errors', () => {
  test('from the API keep all its fields', async () => {
    const { outturn, seen } = await behind([]);

    const error = await failureOf(outturn.revenues.record({ ...revenue, amount: 'much' }));
    expect(error).toBeInstanceOf(OutturnApiError);
    expect(error).toBeInstanceOf(OutturnError);
    expect(error).toMatchObject({
      name: 'OutturnApiError',
      code: 'Invalid Request',
      status: 400,
      path: 'POST /v1/revenues',
      details: [{ field: 'amount' }],
      requestId: expect.stringMatching(/./),
    });
    expect(String(error)).toContain('amount');
    expect(seen).toHaveLength(1);
  });

  test('from another server are named by their status', async () => {
    const { token } = await mintKey();
    const teapot = async () => new Response('<html>', { status: 418 });
    const outturn = new Outturn({ apiKey: token, baseUrl: gateway.url, fetch: teapot });

    const error = await failureOf(outturn.revenues.get('x'));
    expect(error).toMatchObject({ code: 'HTTP 418', status: 418, path: 'GET /v1/revenues/x', details: [] });
  });

  test('from the connection name the URL', async () => {
    const baseUrl = 'http://127.0.0.1:1';
    const outturn = new Outturn({ apiKey: 'x', baseUrl, retries: 0 });

    const error = await failureOf(outturn.agents.list().page());
    expect(error).toBeInstanceOf(OutturnConnectionError);
    expect(String(error)).toMatch(/127\.0\.0\.1:1 gave no answer: \w+/);
  });

  test.each([
    ['no text', '', (outturn: Outturn) => outturn.revenues.record(revenue)],
    ['a page', '<html>', (outturn: Outturn) => outturn.agents.get('a')],
    ['no list', '{"hello":"world"}', (outturn: Outturn) => outturn.agents.list().page()],
    ['null', 'null', (outturn: Outturn) => outturn.agents.list()[Symbol.asyncIterator]().next()],
  ])('from the connection mean an answer of 200 that is %s, too', async (_, text, call) => {
    const fetch = async () => new Response(text);
    const outturn = new Outturn({ apiKey: 'x', baseUrl: gateway.url, fetch, retries: 0 });

    expect(await failureOf(call(outturn))).toBeInstanceOf(OutturnConnectionError);
  });

  test('by the caller are found before anything is sent', async () => {
    expect(() => new Outturn({ apiKey: undefined, baseUrl: gateway.url })).toThrow('apiKey is missing');
    for (const apiKey of ['ключ', 'ot_live_\nx', ' '])
      expect(() => new Outturn({ apiKey, baseUrl: gateway.url })).toThrow('apiKey has invalid characters');
    expect(() => new Outturn({ apiKey: 'x', baseUrl: 'outturn' })).toThrow(TypeError);
    const { outturn, seen } = await behind([]);
    await expect(outturn.agents.create({ key: 'a' }, { idempotencyKey: 'ключ' })).rejects.toThrow(TypeError);
    expect(seen).toEqual([]);
  });
});

test('any text can be a key, also one that a path cannot have', async () => {
  const { outturn, seen } = await behind([]);
  for (const key of ['~', 'a/b', 'a\\b', '%2F', 'a;b', 'a#b?c', 'ключ']) {
    await outturn.agents.create({ key, name: 'a' });
    await outturn.agents.update(key, { name: 'b' });
    expect(await outturn.agents.get(key)).toMatchObject({ key, name: 'b' });
    await outturn.agents.delete(key);
  }
  expect(seen.filter(({ path }) => /%2F|%23|%3B|\.\./i.test(path.split('?', 1)[0] ?? ''))).toEqual([]);
  for (const key of ['', '.', '..'])
    expect(await failureOf(outturn.agents.delete(key))).toMatchObject({
      status: 400,
      code: 'Invalid Request',
    });
});

// Concurrent, as most of their time is pauses.
describe.concurrent('retries', () => {
  test('carry a call through passing errors under one key, and record once', async () => {
    const { outturn, seen } = await behind([500, 'reset', 'lose answer', 'truncate'], { timeout: 5_000 });

    const record = await outturn.revenues.record(revenue);
    expect((await outturn.revenues.list().page()).items).toEqual([record]);
    const attempts = seen.filter(({ method }) => method === 'POST');
    expect(attempts.map(({ fault }) => fault)).toEqual([500, 'reset', 'lose answer', 'truncate', 'pass']);
    const keys = new Set(attempts.map(({ headers }) => headers['x-idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  test('wait longer each time, and follow Retry-After', async () => {
    const { outturn, seen } = await behind([500, 500, 429]);

    await outturn.agents.list().page();
    const [first = 0, second = 0, third = 0] = seen.slice(1).map(({ at }, i) => at - (seen[i]?.at ?? 0));
    expect(first).toBeGreaterThanOrEqual(120);
    expect(second).toBeGreaterThanOrEqual(245);
    expect(third).toBeGreaterThanOrEqual(1_000);
  });

  test('end after the configured number', async () => {
    const { outturn, seen } = await behind([500, 500, 500], { retries: 1 });

    expect(await failureOf(outturn.agents.list().page())).toMatchObject({ code: 'Server Error' });
    expect(seen).toHaveLength(2);
    // One call may disable them.
    await failureOf(outturn.agents.list({}, { retries: 0 }).page());
    expect(seen).toHaveLength(3);
  });

  test('are none if their number is none', async () => {
    const { outturn, seen } = await behind([500, 500]);

    const call = outturn.agents.list({}, { retries: Number.NaN }).page();
    expect(await failureOf(call)).toMatchObject({ code: 'Server Error' });
    expect(seen).toHaveLength(1);
  });

  test('send a key with each call, and keep a key of the caller', async () => {
    const { outturn, seen } = await behind([]);

    const [first, second] = [await outturn.revenues.record(revenue), await outturn.revenues.record(revenue)];
    expect(first.id).not.toBe(second.id);
    const own = { idempotencyKey: 'order-1' };
    const third = await outturn.revenues.record(revenue, own);
    expect(await outturn.revenues.record(revenue, own)).toEqual(third);
    expect(seen.at(-1)?.headers['x-idempotency-key']).toBe('order-1');
  });
});

describe.concurrent('waiting', () => {
  test('ends with the timeout of one attempt, and the next attempt replays', async () => {
    const { outturn, seen } = await behind(['hang'], { timeout: 1_000 });

    const { id } = await outturn.revenues.record(revenue);
    expect(seen.map(({ fault }) => fault)).toEqual(['hang', 'pass']);
    expect((await outturn.revenues.list().page()).items.map((item) => item.id)).toEqual([id]);
  });

  test('ends in a timeout error after the last attempt', async () => {
    const { outturn } = await behind(['hang', 'hang'], { timeout: 200, retries: 1 });

    const error = await failureOf(outturn.agents.list().page());
    expect(error).toBeInstanceOf(OutturnTimeoutError);
    expect(error).toBeInstanceOf(OutturnConnectionError);
    expect(String(error)).toContain('200 ms');
  });

  test("ends on the caller's signal: during a request, during a pause, and before", async () => {
    const { outturn, seen } = await behind(['hang', 429]);
    const reason = new Error('changed my mind');
    const first = new AbortController();
    const hanging = failureOf(outturn.agents.list({}, { signal: first.signal }).page());
    await waitUntil('the request has arrived', () => seen.length === 1);
    first.abort(reason);
    expect(await hanging).toBe(reason);

    const second = new AbortController();
    // The pause begins after the hook, and is longer than this one.
    const onRetry = () => void setTimeout(() => second.abort(reason));
    const paused = outturn.agents.list({}, { signal: second.signal, onRetry });
    expect(await failureOf(paused.page())).toBe(reason);

    expect(await failureOf(outturn.agents.get('a', { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(seen).toHaveLength(2);
  });
});

describe('lists', () => {
  test('are read to their end, page by page, with their filters', async () => {
    const { outturn, seen } = await behind([]);
    const items = Array.from({ length: 25 }, (_, i) => ({
      ...revenue,
      agentKey: i % 5 ? 'a' : 'b',
      key: `${i}`,
    }));
    await outturn.revenues.recordBatch(items);

    const keys: string[] = [];
    const query = { agentKey: 'a', limit: 6, offset: 2, recordedFrom: new Date(0), sort: 'id' } as const;
    for await (const { key } of outturn.revenues.list(query)) keys.push(key);

    const expected = items.filter(({ agentKey }) => agentKey === 'a').map(({ key }) => key);
    expect(keys).toEqual(expected.slice(2));
    expect(seen.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  test('are read no further than their reader iterates, and resume from a cursor', async () => {
    const { outturn, seen } = await behind([]);
    await outturn.goals.recordBatch(Array.from({ length: 5 }, () => ({ goalKey: 'signup' })));

    for await (const _ of outturn.goals.list({ limit: 2 })) break;
    expect(seen.filter(({ method }) => method === 'GET')).toHaveLength(1);
    const first = await outturn.goals.list({ limit: 2 }).page();
    const second = await outturn.goals.list({ limit: 3, cursor: first.nextCursor ?? '' }).page();
    const all = await outturn.goals.list().page();
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(second.nextCursor).toBeNull();
  });
});
