import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import { OutturnError } from '../base/errors.ts';
import type { Principal } from '../base/principal.ts';
import type { CommitFeed } from '../live/commit-feed.ts';
import type { Runtime } from './runtime.ts';
import { Subscriptions } from './subscribe.ts';
import { defineSubscription } from './subscription.ts';

const who = (developerId: string): Principal => ({
  kind: 'api-key',
  apiKeyId: 'key',
  developerId,
  plan: 'free',
  scopes: new Set(['revenues:read'] as const),
});
const call = (changes: Partial<CallContext> = {}): CallContext => ({
  principal: who('me'),
  requestId: 'test',
  ...changes,
});

/** Sends one event, and then nothing until it is ended. */
const quiet = defineSubscription({
  name: 'test.quiet',
  summary: 'Test',
  scope: 'revenues:read',
  input: z.strictObject({}),
  output: z.string(),
  async *run({ signal }) {
    yield { data: 'begun' };
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  },
});

/** Functions that end the followed sessions. */
const ends: ((why: OutturnError) => void)[] = [];
const sessions = {
  watch(_: unknown, end: (why: OutturnError) => void) {
    ends.push(end);
    return () => undefined;
  },
};

const told: unknown[] = [];
/** Opens subscriptions on a service that only reports failures. */
function open() {
  const onServerError = (error: OutturnError) => told.push(error.cause);
  const runtime = { onServerError, database: { schema: {} } } as unknown as Runtime;
  return new Subscriptions(runtime, {} as CommitFeed, sessions);
}

/** Follows to the end, and returns how it ended. */
async function follow(
  subscriptions: Subscriptions,
  context: CallContext = call(),
  { signal = new AbortController().signal, input = {} as unknown, of = quiet } = {},
) {
  const events: string[] = [];
  try {
    for await (const { data } of subscriptions.subscribe(of, context, input, signal)) events.push(data);
    return { events, code: 'ended' };
  } catch (error) {
    return { events, code: (error as OutturnError).code };
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  ends.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

test('a subscription ends without an error when its reader leaves', async () => {
  const subscriptions = open();
  const reader = new AbortController();
  const ending = follow(subscriptions, call(), { signal: reader.signal });
  await vi.advanceTimersByTimeAsync(0);
  expect(subscriptions.size).toBe(1);
  reader.abort();
  expect(await ending).toEqual({ events: ['begun'], code: 'ended' });
  await vi.advanceTimersByTimeAsync(0);
  expect(subscriptions.size).toBe(0);
});

describe('nothing is sent to a caller', () => {
  test.each([
    ['without the scope', call({ principal: { ...who('me'), scopes: new Set() } }), {}, 'Forbidden'],
    ['with invalid input', call(), { input: { luck: 1 } }, 'Invalid Request'],
    [
      'over the rate limit',
      call({ admit: () => Promise.reject(new OutturnError('Rate Limit Exceeded')) }),
      {},
      'Rate Limit Exceeded',
    ],
  ])('%s', async (_, context, options, code) => {
    const subscriptions = open();
    expect(await follow(subscriptions, context, options)).toEqual({ events: [], code });
    expect(subscriptions.size).toBe(0);
  });
});

test('a revoked key ends its subscriptions within half a second', async () => {
  const renew = vi.fn(async () => who('me'));
  const ending = follow(open(), call({ renew }));
  await vi.advanceTimersByTimeAsync(5_000);
  renew.mockRejectedValue(new OutturnError('Unauthorized'));
  await vi.advanceTimersByTimeAsync(500);
  expect(await ending).toEqual({ events: ['begun'], code: 'Unauthorized' });
});

const session: Principal = {
  kind: 'session',
  sessionId: 'session',
  userId: 'ada',
  developerId: 'me',
  expiresAt: Number.POSITIVE_INFINITY,
  plan: 'free',
  scopes: new Set(['revenues:read']),
};

test('a session that ends elsewhere ends its subscriptions, also while they wait for an answer', async () => {
  const stuck = defineSubscription({
    ...quiet,
    async *run() {
      yield { data: 'begun' };
      await new Promise(() => undefined);
    },
  });
  const ending = follow(open(), call({ principal: session }), { of: stuck });
  await vi.advanceTimersByTimeAsync(0);
  for (const end of ends) end(new OutturnError('Unauthorized'));
  expect(await ending).toEqual({ events: ['begun'], code: 'Unauthorized' });
});

test.each([
  ['has ended', () => Promise.reject(new OutturnError('Unauthorized')), 'Unauthorized'],
  ['has another developer', async () => ({ ...session, developerId: 'them' }), 'Server Error'],
  ['cannot be looked up', () => Promise.reject(new OutturnError('Server Error')), 'Server Error'],
])('a session that %s before it is followed is noticed', async (_, renew, code) => {
  const context = call({ principal: session, renew });
  expect(await follow(open(), context)).toMatchObject({ code });
});

test('a session whose check gets no answer is followed for less than a second', async () => {
  const ending = follow(open(), call({ principal: session, renew: () => new Promise(() => undefined) }));
  await vi.advanceTimersByTimeAsync(900);
  expect(await ending).toEqual({ events: ['begun'], code: 'Server Error' });
});

test.each(['Server Error', 'Rate Limit Exceeded'] as const)(
  'a check of the key that fails with %s ends nothing',
  async (code) => {
    const reader = new AbortController();
    const context = call({ renew: () => Promise.reject(new OutturnError(code)) });
    const ending = follow(open(), context, { signal: reader.signal });
    await vi.advanceTimersByTimeAsync(10_000);
    reader.abort();
    expect(await ending).toEqual({ events: ['begun'], code: 'ended' });
  },
);

test('a check of the key that rejects ends nothing, and the next check counts', async () => {
  const renew = vi.fn(async (): Promise<Principal> => {
    throw new TypeError('renew');
  });
  const ending = follow(open(), call({ renew }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(renew).toHaveBeenCalledTimes(4);
  renew.mockRejectedValue(new OutturnError('Unauthorized'));
  await vi.advanceTimersByTimeAsync(500);
  expect(await ending).toEqual({ events: ['begun'], code: 'Unauthorized' });
});

test('a session ends when its check rejects', async () => {
  const context = call({ principal: session, renew: () => Promise.reject(new TypeError('renew')) });
  const ending = follow(open(), context);
  await vi.advanceTimersByTimeAsync(0);
  expect(await ending).toMatchObject({ code: 'Server Error' });
});

test('the key is checked by one query at a time, however long that takes', async () => {
  let looks = 0;
  const reader = new AbortController();
  const renew = async () => {
    looks++;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return who('me');
  };
  const ending = follow(open(), call({ renew }), { signal: reader.signal });
  await vi.advanceTimersByTimeAsync(7_200);
  expect(looks).toBe(3);
  reader.abort();
  await ending;
});

test('a developer has at most a hundred open, and others have their own', async () => {
  const subscriptions = open();
  const reader = new AbortController();
  const options = { signal: reader.signal };
  const endings = Array.from({ length: 100 }, () => follow(subscriptions, call(), options));
  await vi.advanceTimersByTimeAsync(0);
  expect(await follow(subscriptions)).toEqual({ events: [], code: 'Rate Limit Exceeded' });
  endings.push(follow(subscriptions, call({ principal: who('them') }), options));
  await vi.advanceTimersByTimeAsync(0);
  expect(subscriptions.size).toBe(101);
  reader.abort();
  expect(await Promise.all(endings)).toEqual(endings.map(() => ({ events: ['begun'], code: 'ended' })));
});

test('a subscription that ended keeps its place until its statement ends', async () => {
  const { promise: answer, resolve: respond } = Promise.withResolvers<void>();
  const slow = defineSubscription({
    ...quiet,
    async *run() {
      await answer;
      yield { data: 'begun' };
    },
  });
  const subscriptions = open();
  const reader = new AbortController();
  const options = { of: slow, signal: reader.signal };
  const endings = Array.from({ length: 100 }, () => follow(subscriptions, call(), options));
  await vi.advanceTimersByTimeAsync(0);
  reader.abort();
  expect(await Promise.all(endings)).toEqual(endings.map(() => ({ events: [], code: 'ended' })));
  expect(await follow(subscriptions)).toEqual({ events: [], code: 'Rate Limit Exceeded' });
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(subscriptions.size).toBe(0);
});

test('a gateway that stops ends all of them with an error, including later ones', async () => {
  const subscriptions = open();
  const ending = follow(subscriptions);
  await vi.advanceTimersByTimeAsync(0);
  subscriptions.close();
  expect(await ending).toEqual({ events: ['begun'], code: 'Server Error' });
  expect((await follow(subscriptions)).code).toBe('Server Error');
  // The end is no failure of the server.
  expect(told).toEqual([]);
});

test.each([
  [false, 'This gateway is stopping. Subscribe again.'],
  [true, 'This gateway is stopping. Subscribe again; with the id of the last event, nothing is missed.'],
])('a gateway that stops names event ids where there are some: %s', async (isResumable, message) => {
  const subscriptions = open();
  subscriptions.close();
  const of = defineSubscription({ ...quiet, isResumable });
  const events = subscriptions.subscribe(of, call(), {}, new AbortController().signal);
  await expect(events.next()).rejects.toMatchObject({ code: 'Server Error', message });
});

test('an internal failure is reported to the server, and hidden from the caller', async () => {
  const failure = new TypeError('secret');
  const broken = defineSubscription({
    ...quiet,
    // biome-ignore lint/correctness/useYield: it fails before it has anything to send.
    async *run() {
      throw failure;
    },
  });
  expect(await follow(open(), call(), { of: broken })).toEqual({ events: [], code: 'Server Error' });
  expect(told).toEqual([failure]);
});
