import { Outturn, type OutturnRequest, type OutturnResponse, type OutturnRetry } from '@outturn/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failingHooks, hookError } from '../support/failing-hooks.ts';
import { failureOf } from '../support/failure-of.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const gateway = useGateway();
const proxy = useFaultyProxies();
const revenue = { amount: '1.00', recordedAt: '2024-01-15T10:30:00Z' };

async function hooked(faults: Fault[] = []) {
  const { url: baseUrl, seen } = await proxy(gateway.url, () => faults.shift() ?? 'pass');
  const requests: OutturnRequest[] = [];
  const responses: OutturnResponse[] = [];
  const retries: OutturnRetry[] = [];
  const { token: apiKey } = await mintKey({ plan: 'free' });
  const outturn = new Outturn({
    apiKey,
    baseUrl,
    onRequest: (request) => requests.push(request),
    onResponse: (response) => responses.push(response),
    onRetry: (retry) => retries.push(retry),
  });
  return { outturn, seen, requests, responses, retries };
}

describe('hooks', () => {
  test('hear every attempt, answer and retry of a call', async () => {
    const { outturn, seen, requests, responses, retries } = await hooked([500, 'reset']);

    await outturn.revenues.record(revenue, { idempotencyKey: 'order-1' });

    const request = { method: 'POST', path: '/v1/revenues', idempotencyKey: 'order-1' };
    expect(requests).toEqual([request, request, request]);
    expect(responses).toMatchObject([
      { ...request, status: 500 },
      { ...request, status: 201 },
    ]);
    expect(retries).toMatchObject([
      { ...request, failures: 1, error: { code: 'Server Error' } },
      { ...request, failures: 2, error: { name: 'OutturnConnectionError' } },
    ]);
    expect(retries[0]?.delay).toBeGreaterThan(100);
    expect(seen).toHaveLength(3);
  });

  test('tell request id, rate limit and replay of a success', async () => {
    const { outturn, responses } = await hooked();

    await outturn.revenues.record(revenue, { idempotencyKey: 'order-1' });
    await outturn.revenues.record(revenue, { idempotencyKey: 'order-1' });

    const told = { requestId: expect.stringMatching(/./), retryAfter: undefined };
    expect(responses).toMatchObject([
      { ...told, isReplayed: false },
      { ...told, isReplayed: true },
    ]);
    expect(responses[0]?.requestId).not.toBe(responses[1]?.requestId);
    const [first, second] = responses.map(({ rateLimit }) => rateLimit);
    expect(first?.limit).toBeGreaterThan(0);
    expect(second?.remaining).toBe((first?.remaining ?? 0) - 1);
    expect(first?.resetAt.getTime()).toBeGreaterThan(Date.now() - 1_000);
  });

  test('a call has hooks of its own beside those of the client, also for questions', async () => {
    const { outturn, responses } = await hooked();
    const own: OutturnResponse[] = [];
    const onResponse = (response: OutturnResponse) => own.push(response);

    await outturn.agents.list({ limit: 1 }, { onResponse }).page();
    await outturn.agents.list().page();
    const window = { from: '2024-01-01', to: '2024-02-01' };
    await outturn.analytics({ window }, { onResponse });

    expect(own.map(({ path }) => path)).toEqual(['/v1/agents?limit=1', '/trpc/analytics.slice']);
    expect(responses).toHaveLength(3);
    for (const { requestId } of own) expect(requestId).toMatch(/./);
  });

  test.each(failingHooks)('change no call and end no process if they %s', async (_, fail) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const { outturn, seen } = await hooked([500]);

    await outturn.revenues.record(revenue, { onRequest: fail, onResponse: fail, onRetry: fail });
    expect(seen).toHaveLength(2);
    await waitUntil('all failures are logged', () => logged.mock.calls.length >= 5);
    expect(logged.mock.calls).toEqual(
      Array.from({ length: 5 }, () => ['A hook of the Outturn client failed', hookError]),
    );
  });

  test('tell durations that do not depend on the clock', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const { outturn, responses } = await hooked();

    await outturn.revenues.record(revenue, {
      // After the start of the request was noted.
      onRequest: () => queueMicrotask(() => vi.useFakeTimers({ toFake: ['Date'], now: 0 })),
    });
    expect(responses[0]?.duration).toBeGreaterThanOrEqual(0);
  });

  test('hear refusals, whose errors have the rate limit too', async () => {
    const { outturn, responses } = await hooked();

    const error = await failureOf(outturn.agents.get('nobody'));
    expect(responses).toMatchObject([{ status: 404, path: '/v1/agents/nobody' }]);
    expect(error).toMatchObject({ rateLimit: responses[0]?.rateLimit, requestId: responses[0]?.requestId });
  });
});

test('requests name the SDK and its version, except in browsers', async () => {
  const { default: manifest } = await import('../../packages/sdk/package.json', { with: { type: 'json' } });
  const { outturn, seen } = await hooked();
  await outturn.agents.list().page();
  for (const { headers } of seen) expect(headers['user-agent']).toBe(`outturn-sdk/${manifest.version}`);
  const agents: unknown[] = [];
  const noting: typeof fetch = async (_, init) => {
    agents.push(new Headers(init?.headers).get('user-agent'));
    return new Response(null, { status: 400 });
  };
  const follower = new Outturn({ apiKey: 'x', baseUrl: gateway.url, fetch: noting });
  await failureOf(follower.live().next());
  expect(agents).toEqual([`outturn-sdk/${manifest.version}`]);

  const { navigator } = globalThis;
  onTestFinished(
    () => void Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true }),
  );
  const page = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' };
  Object.defineProperty(globalThis, 'navigator', { value: page, configurable: true });
  await outturn.agents.list().page();
  expect(seen.at(-1)?.headers['user-agent']).not.toContain('outturn-sdk');
});
