import {
  createOutturnClient,
  OutturnConnectionError,
  OutturnTimeoutError,
  type Retry,
} from '@outturn/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { failingHooks, hookError } from '../support/failing-hooks.ts';
import { failureOf } from '../support/failure-of.ts';
import { sampleRevenue, useClientsBehind } from './behind.ts';

const clients = useClientsBehind();

// Concurrent, as most of their time is pauses.
describe.concurrent('retries', () => {
  test('carry a mutation through passing errors under one key, and record once', async () => {
    const { client, seen } = await clients.behind([500, 'reset', 'lose answer', 'truncate'], {
      timeout: 5_000,
    });

    const record = await client.revenues.record.mutate(sampleRevenue);
    expect((await client.revenues.list.query({})).items).toEqual([record]);
    const attempts = seen.filter(({ method }) => method === 'POST');
    expect(attempts.map(({ fault }) => fault)).toEqual([500, 'reset', 'lose answer', 'truncate', 'pass']);
    const keys = new Set(attempts.map(({ headers }) => headers['x-idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  test('wait longer each time, follow Retry-After, and are reported', async () => {
    const retries: Retry[] = [];
    const { client, seen } = await clients.behind([500, 500, 429], {
      onRetry: (retry) => retries.push(retry),
    });

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

  test('are reported to the hook of their call alone, if it has one', async () => {
    const [ofClient, ofCall] = [vi.fn(), vi.fn()];
    const { client } = await clients.behind([500], { onRetry: ofClient });

    await client.agents.list.query({}, { context: { onRetry: ofCall } });
    expect(ofCall).toHaveBeenCalledOnce();
    expect(ofCall.mock.lastCall).toMatchObject([{ path: 'agents.list', failures: 1 }]);
    expect(ofClient).not.toHaveBeenCalled();
  });

  test('end after the configured number', async () => {
    const { client, seen } = await clients.behind([500, 500, 500], { retries: 1 });

    expect(await failureOf(client.agents.list.query({}))).toMatchObject({ code: 'Server Error' });
    expect(seen).toHaveLength(2);
    // One call may disable them.
    await failureOf(client.agents.list.query({}, { context: { retries: 0 } }));
    expect(seen).toHaveLength(3);
  });

  test('are none if their number is none', async () => {
    const { client, seen } = await clients.behind([500, 500], { retries: Number.NaN });

    expect(await failureOf(client.agents.list.query({}))).toMatchObject({ code: 'Server Error' });
    expect(seen).toHaveLength(1);
  });

  test('follow an answer of another server with an error object of its own', async () => {
    let requests = 0;
    const { client } = await clients.behind([], {
      fetch: async (input, init) => {
        if (++requests > 1) return fetch(input, init);
        return Response.json({ error: { message: 'overloaded', code: 'busy' } }, { status: 503 });
      },
    });

    expect(await client.agents.list.query({})).toMatchObject({ items: [] });
    expect(requests).toBe(2);
  });

  test('are not attempted for errors that do not pass', async () => {
    const { client, seen } = await clients.behind([]);
    expect(await failureOf(client.agents.get.query({ key: 'nobody' }))).toMatchObject({ status: 404 });
    expect(seen).toHaveLength(1);
  });

  test('send a key with each call, and keep a key of the caller', async () => {
    const { client, seen } = await clients.behind([]);
    const { record } = client.revenues;

    const [first, second] = [await record.mutate(sampleRevenue), await record.mutate(sampleRevenue)];
    expect(first.id).not.toBe(second.id);
    const own = { context: { idempotencyKey: 'order-1' } };
    const third = await record.mutate(sampleRevenue, own);
    expect(await record.mutate(sampleRevenue, own)).toEqual(third);
    expect(seen.at(-1)?.headers['x-idempotency-key']).toBe('order-1');
  });
});

describe.concurrent('waiting', () => {
  test('ends with the timeout of one attempt, and the next attempt replays', async () => {
    const { client, seen } = await clients.behind(['hang'], { timeout: 1_000 });

    const { id } = await client.revenues.record.mutate(sampleRevenue);
    expect(seen.map(({ fault }) => fault)).toEqual(['hang', 'pass']);
    const { items } = await client.revenues.list.query({});
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  test('ends in a timeout error after the last attempt', async () => {
    const { client } = await clients.behind(['hang', 'hang'], { retries: 1 });

    const error = await failureOf(client.agents.list.query({}, { context: { timeout: 200 } }));
    expect(error).toBeInstanceOf(OutturnTimeoutError);
    expect(error).toBeInstanceOf(OutturnConnectionError);
    expect(String(error)).toContain('200 ms');
  });

  test("ends on the caller's signal: during a request, during a pause, and before", async () => {
    const { client, seen } = await clients.behind(['hang', 429]);
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
});

describe('retries', () => {
  test.each(failingHooks)('go on if calls of `onRetry` %s', async (_, onRetry) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const { token: apiKey } = await mintKey();
    let requests = 0;
    const everyOther: typeof fetch = async (input, init) =>
      ++requests % 2 ? new Response(null, { status: 500 }) : fetch(input, init);
    const client = createOutturnClient({ url: clients.target, apiKey, onRetry, fetch: everyOther });

    await client.revenues.record.mutate(sampleRevenue);
    for await (const { data } of client.records.live.subscribe({})) {
      expect(data.kind).toBe('position');
      break;
    }
    expect(requests).toBe(4);
    expect(logged).toHaveBeenCalledWith('A hook of the Outturn client failed', hookError);
  });
});
