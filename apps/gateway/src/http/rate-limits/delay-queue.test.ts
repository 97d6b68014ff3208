import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DelayQueue, type WaitEnd } from './delay-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Request = { account?: string; address?: string; isKnown?: boolean; gone?: AbortController };

/** A queue, the requests that entered it, and how each wait ended, in that order. */
function start(limits?: { total: number; perAccount: number }) {
  const queue = new DelayQueue(limits);
  const ends: [string, WaitEnd][] = [];
  const enter = async (name: string, request: Request = {}) => {
    const { account = name, address = name, isKnown = false, gone = new AbortController() } = request;
    const wait = { account, address, isKnown, milliseconds: 1_000, gone: gone.signal };
    void queue.wait(wait).then((end) => ends.push([name, end]));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, ends, enter };
}

test('a wait takes its time, unless its caller leaves', async () => {
  const { ends, enter } = start();
  const gone = new AbortController();
  await enter('stays');
  await enter('leaves', { gone });
  gone.abort();
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toEqual([['leaves', 'left']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends.at(-1)).toEqual(['stays', 'over']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a full queue evicts the newest request of the busiest account', async () => {
  const { ends, enter } = start({ total: 3, perAccount: 3 });
  for (const name of ['first', 'second', 'third']) await enter(name, { account: 'attacked' });
  await enter('bystander');
  expect(ends).toEqual([['third', 'full']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toContainEqual(['bystander', 'over']);
});

test('a full queue of different accounts evicts the newest request of the busiest address', async () => {
  const { ends, enter } = start({ total: 3, perAccount: 3 });
  for (const name of ['first', 'second', 'third']) await enter(name, { address: 'attacker' });
  await enter('fourth', { address: 'attacker' });
  expect(ends).toEqual([['fourth', 'full']]);
  await enter('bystander');
  expect(ends.slice(1)).toEqual([['third', 'full']]);
});

test('a full queue of different accounts and addresses refuses the next request', async () => {
  const { ends, enter } = start({ total: 3, perAccount: 3 });
  for (const name of ['one', 'two', 'three', 'late']) await enter(name);
  expect(ends).toEqual([['late', 'full']]);
});

test('an account at its limit leaves the places of others alone', async () => {
  const { ends, enter } = start({ total: 10, perAccount: 2 });
  await enter('first', { account: 'attacked', address: 'attacker' });
  await enter('second', { account: 'attacked', address: 'attacker' });
  await enter('third', { account: 'attacked', address: 'another' });
  expect(ends).toEqual([['second', 'full']]);
  await enter('fourth', { account: 'attacked' });
  await enter('bystander');
  expect(ends.slice(1)).toEqual([['fourth', 'full']]);
});

test('a known address waits beside the limits and is not evicted', async () => {
  const { ends, enter } = start({ total: 2, perAccount: 2 });
  await enter('first', { account: 'attacked' });
  await enter('second', { account: 'attacked' });
  await enter('owner', { account: 'attacked', isKnown: true });
  await enter('third', { account: 'attacked' });
  await enter('bystander');
  expect(ends).toEqual([
    ['third', 'full'],
    ['second', 'full'],
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toContainEqual(['owner', 'over']);
});

test('a queue that closes ends its waits and refuses later ones', async () => {
  const { queue, ends, enter } = start();
  await enter('before');
  await enter('known', { isKnown: true });
  queue.close();
  await enter('after');
  expect(ends).toEqual([
    ['before', 'closed'],
    ['known', 'closed'],
    ['after', 'closed'],
  ]);
});
