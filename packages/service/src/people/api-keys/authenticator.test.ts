import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseTime } from '../../base/clock.ts';
import { OutturnError } from '../../base/errors.ts';
import type { Database } from '../../database/database.ts';
import { Authenticator } from './authenticator.ts';
import { newToken } from './token.ts';

type Row = (string | null)[];

/** A database with one key; `asked` counts look-ups, `used` notes of a use. */
function keys() {
  const state = { row: undefined as Row | undefined, asked: 0, used: 0, answer: Promise.resolve() };
  const quick = async (name: string) => {
    if (name === 'api_key_used') {
      state.used++;
      if (state.row) state.row[5] = String(databaseTime());
      return [];
    }
    state.asked++;
    const { row } = state;
    await state.answer;
    return row ? [row] : [];
  };
  // Authentication uses nothing else of a database.
  const authenticator = new Authenticator({ quick } as unknown as Database, ['revenues:read', 'events:read']);
  return { state, authenticator };
}

const bearer = () => `Bearer ${newToken()}`;
const row = (expiresAt: number | null = null): Row => [
  'key',
  'me',
  'pro',
  'revenues:read nonsense:read',
  expiresAt === null ? null : String(expiresAt),
  String(databaseTime()),
];
const known = { kind: 'api-key', apiKeyId: 'key', developerId: 'me', plan: 'pro' };
const unauthorized = { code: 'Unauthorized' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  // The cache reads the clock that was set when it was loaded.
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a header', () => {
  test.each([
    ['', undefined],
    ['absent', null],
    ['without a key', 'Bearer'],
    ['of another scheme', 'Basic dXNlcjpwYXNz'],
    ['with a mistyped key', `${bearer()}0`],
    ['with two words', `${bearer()} x`],
  ])('%s is refused without a look-up', async (_, header) => {
    const { authenticator, state } = keys();
    expect(await authenticator.authenticate(header)).toMatchObject(unauthorized);
    expect(state.asked).toBe(0);
  });

  test('with a key identifies the caller, with the scopes that still exist', async () => {
    const { authenticator, state } = keys();
    state.row = row();
    const principal = await authenticator.authenticate(bearer());
    expect(principal).toMatchObject({ ...known, scopes: new Set(['revenues:read']) });
  });
});

describe('a key', () => {
  test('is looked up once for concurrent calls, and then cached for ten seconds', async () => {
    const { authenticator, state } = keys();
    state.row = row();
    const header = bearer();
    expect(authenticator.known(header)).toBeUndefined();
    const together = await Promise.all([1, 2, 3].map(() => authenticator.authenticate(header)));
    expect(together).toEqual([1, 2, 3].map(() => expect.objectContaining(known)));
    await authenticator.authenticate(header);
    expect(state.asked).toBe(1);
    vi.advanceTimersByTime(10_200);
    await authenticator.authenticate(header);
    expect(state.asked).toBe(2);
  });

  test('is looked up once in two seconds when it does not exist', async () => {
    const { authenticator, state } = keys();
    const header = bearer();
    expect(await authenticator.authenticate(header)).toMatchObject(unauthorized);
    expect(await authenticator.authenticate(header)).toMatchObject(unauthorized);
    expect(state.asked).toBe(1);
    state.row = row();
    vi.advanceTimersByTime(2_100);
    expect(await authenticator.authenticate(header)).toMatchObject(known);
  });

  test('is looked up again once it is evicted, and others are not', async () => {
    const { authenticator, state } = keys();
    state.row = row();
    const header = bearer();
    await authenticator.authenticate(header);
    authenticator.forget('another');
    expect(authenticator.known(header)).toMatchObject(known);
    authenticator.forget('key');
    state.row = undefined;
    expect(await authenticator.authenticate(header)).toMatchObject(unauthorized);
  });

  test('is looked up again when it is evicted during its look-up', async () => {
    const { authenticator, state } = keys();
    const { promise, resolve } = Promise.withResolvers<void>();
    state.row = row();
    state.answer = promise;
    const answer = authenticator.authenticate(bearer());
    // The row was read before the revocation, and arrives after it.
    authenticator.forget('key');
    state.row = undefined;
    resolve();
    expect(await answer).toMatchObject(unauthorized);
    expect(state.asked).toBe(2);
  });

  test('expires on time, also while it is cached', async () => {
    const { authenticator, state } = keys();
    state.row = row(databaseTime() + 1_000);
    const header = bearer();
    expect(await authenticator.authenticate(header)).toMatchObject(known);
    vi.advanceTimersByTime(1_000);
    expect(await authenticator.authenticate(header)).toMatchObject(unauthorized);
  });

  test('has its use noted once a minute', async () => {
    const { authenticator, state } = keys();
    state.row = row();
    const header = bearer();
    for (let second = 0; second < 130; second++) {
      await authenticator.authenticate(header);
      vi.advanceTimersByTime(1_000);
    }
    expect(state.used).toBe(2);
  });
});

describe('a caller whose look-ups are refused', () => {
  const refusal = new OutturnError('Rate Limit Exceeded', { retryAfter: 30 });
  const refuse = async () => refusal;

  test('is refused for an uncached key, without a look-up', async () => {
    const { authenticator, state } = keys();
    state.row = row();
    expect(await authenticator.authenticate(bearer(), refuse)).toBe(refusal);
    expect(state.asked).toBe(0);
  });

  test('may use a key that was found before, until a look-up no longer finds it', async () => {
    const { authenticator, state } = keys();
    state.row = row();
    const header = bearer();
    await authenticator.authenticate(header);
    authenticator.forget();
    expect(await authenticator.authenticate(header, refuse)).toMatchObject(known);
    vi.advanceTimersByTime(10_200);
    expect(await authenticator.authenticate(header, refuse)).toMatchObject(known);
    authenticator.forget('key');
    state.row = undefined;
    expect(await authenticator.authenticate(header, refuse)).toMatchObject(unauthorized);
    vi.advanceTimersByTime(2_100);
    expect(await authenticator.authenticate(header, refuse)).toBe(refusal);
    expect(state.asked).toBe(4);
  });

  test('is charged for unknown keys alone', async () => {
    const { authenticator, state } = keys();
    const giveBack = vi.fn(async () => undefined);
    const admit = async () => ({ giveBack });
    await authenticator.authenticate(bearer(), admit);
    expect(giveBack).not.toHaveBeenCalled();
    state.row = row();
    await authenticator.authenticate(bearer(), admit);
    expect(giveBack).toHaveBeenCalledOnce();
  });
});

test('an unreachable database is reported as an error, and asked again by the next call', async () => {
  const { authenticator, state } = keys();
  state.row = row();
  state.answer = Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const header = bearer();
  expect(await authenticator.authenticate(header)).toMatchObject({ code: 'Server Error', retryAfter: 1 });
  state.answer = Promise.resolve();
  expect(await authenticator.authenticate(header)).toMatchObject(known);
});
