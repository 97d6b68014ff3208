import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LONGEST_TIMER } from './longest-timer.ts';
import { pause } from './pause.ts';

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
