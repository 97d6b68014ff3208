import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reasonOf } from './request.ts';
import {
  backoff,
  isPassingStatus,
  LONGEST_TIMER,
  newIdempotencyKey,
  pause,
  readRetryAfter,
} from './retry.ts';

describe('backoff', () => {
  test.each([
    [1, 125, 250],
    [2, 250, 500],
    [3, 500, 1_000],
    [6, 4_000, 8_000],
    [7, 5_000, 10_000],
    [1_000, 5_000, 10_000],
  ])('after %d failures it waits %d to %d milliseconds', (failures, least, most) => {
    expect(backoff(failures, { jitter: 0 })).toBe(least);
    expect(backoff(failures, { jitter: 1 })).toBe(most);
    const own = backoff(failures);
    expect(own).toBeGreaterThanOrEqual(least);
    expect(own).toBeLessThanOrEqual(most);
  });

  test('a caller has limits of its own', () => {
    const pauses = [1, 2, 3, 4, 5, 2_000].map((failures) =>
      backoff(failures, { first: 1_000, longest: 6_000, jitter: 1 }),
    );
    expect(pauses).toEqual([1_000, 2_000, 4_000, 6_000, 6_000, 6_000]);
  });
});

describe('pause', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Whether a pause is over by now. */
  function watch(milliseconds: number, signal?: AbortSignal) {
    const state = { ended: 'no' };
    pause(milliseconds, signal).then(
      () => {
        state.ended = 'in time';
      },
      (reason) => {
        state.ended = `by ${reason}`;
      },
    );
    return state;
  }

  test('a pause lasts as long as it was told', async () => {
    const state = watch(1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(state.ended).toBe('no');
    await vi.advanceTimersByTimeAsync(1);
    expect(state.ended).toBe('in time');
  });

  test.each([LONGEST_TIMER + 1, 2 ** 40, Number.POSITIVE_INFINITY])(
    'a pause of %d milliseconds, more than a timer takes, lasts 24 days',
    async (milliseconds) => {
      const state = watch(milliseconds);
      await vi.advanceTimersByTimeAsync(LONGEST_TIMER - 1);
      expect(state.ended).toBe('no');
      await vi.advanceTimersByTimeAsync(1);
      expect(state.ended).toBe('in time');
    },
  );

  test('an abort ends a pause at once, with its reason, and leaves no timer', async () => {
    const caller = new AbortController();
    const state = watch(1_000, caller.signal);
    caller.abort('the caller');
    await vi.advanceTimersByTimeAsync(0);
    expect(state.ended).toBe('by the caller');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a pause of an aborted caller does not begin', async () => {
    const state = watch(1_000, AbortSignal.abort('the caller'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state.ended).toBe('by the caller');
  });
});

describe('retry-after', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['0', 0],
    ['5', 5_000],
    ['86400', 86_400_000],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2026 11:59:30 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('the header %s means %s milliseconds', (header, milliseconds) => {
    expect(readRetryAfter(header)).toBe(milliseconds);
  });
});

describe('failures', () => {
  test.each([408, 429, 500, 502, 503, 504, 599])('the same call may succeed after a %d', (status) => {
    expect(isPassingStatus(status)).toBe(true);
  });

  test.each([200, 301, 400, 401, 403, 404, 409, 413, 422])('it fails again after a %d', (status) => {
    expect(isPassingStatus(status)).toBe(false);
  });

  test.each([
    [
      new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
      'ECONNREFUSED',
    ],
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
    [new TypeError('Failed to fetch'), 'Failed to fetch'],
    ['a text', 'a text'],
  ])('the reason of %s is "%s"', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });

  test('an idempotency key has 128 random bits', () => {
    const keys = Array.from({ length: 1_000 }, newIdempotencyKey);
    expect(keys.every((key) => /^[\da-f]{32}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
