import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CommitFeed } from './commit-feed.ts';
import { wakes } from './commit-signals.ts';

const limits = { developerId: 'me', atLeast: 100, atMost: () => 10_000 };

/** Followers of a feed, and a function that announces a commit to them. */
function feed() {
  const followers = new Map<string, Set<() => void>>();
  const follow: CommitFeed['follow'] = (developerId, onCommit) => {
    const own = followers.get(developerId) ?? new Set();
    followers.set(developerId, own.add(onCommit));
    return () => own.delete(onCommit);
  };
  const commit = (developerId: string) => {
    for (const onCommit of followers.get(developerId) ?? []) onCommit();
  };
  // The part of a feed that wakes use.
  return { feed: { follow } as CommitFeed, commit, size: () => followers.get('me')?.size ?? 0 };
}

/** Counts wakes, until the signal aborts. */
function count(source: CommitFeed, signal: AbortSignal) {
  const counted = { wakes: 0, isDone: false };
  void (async () => {
    for await (const _ of wakes(source, { ...limits, signal })) counted.wakes++;
    counted.isDone = true;
  })();
  return counted;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a follower wakes at once, and then for commits of its developer alone', async () => {
  const { feed: source, commit } = feed();
  const end = new AbortController();
  const counted = count(source, end.signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(counted.wakes).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  commit('another');
  await vi.advanceTimersByTimeAsync(500);
  expect(counted.wakes).toBe(1);
  commit('me');
  await vi.advanceTimersByTimeAsync(0);
  expect(counted.wakes).toBe(2);
  end.abort();
});

test('many commits wake a follower once per interval, and none of them is missed', async () => {
  const { feed: source, commit } = feed();
  const end = new AbortController();
  const counted = count(source, end.signal);
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 50; i++) {
    commit('me');
    await vi.advanceTimersByTimeAsync(10);
  }
  // The first at once, then one for each tenth of a second.
  expect(counted.wakes).toBeGreaterThanOrEqual(5);
  expect(counted.wakes).toBeLessThanOrEqual(6);
  await vi.advanceTimersByTimeAsync(200);
  const settled = counted.wakes;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counted.wakes).toBe(settled);
  end.abort();
});

test('a follower wakes by itself after a while when its notice was lost', async () => {
  const { feed: source } = feed();
  const end = new AbortController();
  const counted = count(source, end.signal);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(counted.wakes).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(counted.wakes).toBe(2);
  end.abort();
});

test('an aborted signal ends a sleeping follower at once, and unregisters it', async () => {
  const { feed: source, size } = feed();
  const end = new AbortController();
  const counted = count(source, end.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(size()).toBe(1);
  end.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(counted).toEqual({ wakes: 1, isDone: true });
  expect(size()).toBe(0);
});
