import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseTime } from '../base/clock.ts';
import type { SessionPrincipal } from '../base/principal.ts';
import { SessionWatch } from './session-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const WEEK = 7 * 86_400_000;
const session = (sessionId: string, expiresAt = databaseTime() + WEEK): SessionPrincipal => ({
  kind: 'session',
  sessionId,
  userId: 'ada',
  developerId: 'acme',
  expiresAt,
  plan: 'free',
  scopes: new Set(),
});

const answered = async () => undefined;

/** Watches sessions, and collects how each of them ends. */
function watchAll(ask: () => Promise<unknown>, ...sessions: SessionPrincipal[]) {
  const watch = new SessionWatch(ask);
  const ends: Record<string, string> = {};
  const unwatch = sessions.map((one) =>
    watch.watch(one, ({ code }) => {
      ends[one.sessionId] = code;
    }),
  );
  return { watch, ends, unwatch };
}

test('a notice ends the session that it names, and no other', async () => {
  const { watch, ends } = watchAll(answered, session('one'), session('two'));
  watch.onNotice('one');
  expect(ends).toEqual({ one: 'Unauthorized' });
});

test('sessions of a changed user must subscribe again, and all sessions after a gap', () => {
  const other = { ...session('other'), userId: 'bob' };
  const { watch, ends } = watchAll(answered, session('one'), other);
  watch.onNotice('ada');
  expect(ends).toEqual({ one: 'Server Error' });
  watch.onNotice();
  expect(ends).toEqual({ one: 'Server Error', other: 'Server Error' });
});

test('sessions last while the connection answers', async () => {
  const { ends } = watchAll(answered, session('one'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toEqual({});
});

test.each([
  ['falls silent', () => new Promise(() => undefined)],
  ['is lost', () => Promise.reject(new Error('gone'))],
])('sessions end within a second after the connection %s', async (_, silence) => {
  let ask: () => Promise<unknown> = answered;
  const { ends } = watchAll(() => ask(), session('one'));
  await vi.advanceTimersByTimeAsync(10_000);
  ask = silence;
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toEqual({ one: 'Server Error' });
});

test('answers that are slow but in time end no session', async () => {
  const { ends } = watchAll(() => new Promise((resolve) => setTimeout(resolve, 300)), session('one'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ends).toEqual({});
});

test('a stalled event loop ends no session', async () => {
  const { ends } = watchAll(answered, session('one'));
  await vi.advanceTimersByTimeAsync(1_000);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValueOnce(now + 5_000);
  await vi.advanceTimersByTimeAsync(150);
  expect(ends).toEqual({});
});

test('a session ends when it expires, and can subscribe again', async () => {
  const { ends } = watchAll(answered, session('one', databaseTime() + 5_000), session('two'));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(ends).toEqual({});
  await vi.advanceTimersByTimeAsync(500);
  expect(ends).toEqual({ one: 'Server Error' });
});

test('an idle watch sends no query', async () => {
  const ask = vi.fn(answered);
  const { unwatch } = watchAll(ask, session('one'));
  await vi.advanceTimersByTimeAsync(1_000);
  const asked = ask.mock.calls.length;
  for (const stop of unwatch) stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBeGreaterThan(0);
  expect(ask).toHaveBeenCalledTimes(asked);
});
