import type { PasswordVerdict } from '@outturn/service';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayAfter, SignInDelays } from './sign-in-delays.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const counter = (keyPrefix: string) => new RateLimiterMemory({ keyPrefix, points: 0, duration: 900 });

type Attempt = { verdict?: PasswordVerdict; gone?: AbortController };

/** Attempts of one gateway; each resolves to how many seconds it was held, or to `refused`. */
function start() {
  const delays = new SignInDelays({ accounts: counter('account'), addresses: counter('address') });
  const attempt = async (account: string, address: string, { verdict = 'wrong', gone }: Attempt = {}) => {
    const began = Date.now();
    const { signal } = gone ?? new AbortController();
    const admission = await delays.admit({ account, address, gone: signal, onDelay: () => undefined });
    if ('refusal' in admission) return 'refused';
    admission.settle(verdict);
    return (Date.now() - began) / 1000;
  };
  /** Attempts that are made side by side. */
  const all = async (attempts: Promise<number | 'refused'>[]) => {
    await vi.advanceTimersByTimeAsync(31_000);
    return Promise.all(attempts);
  };
  const each = async (count: number, make: (i: number) => Promise<number | 'refused'>) => {
    const held: (number | 'refused')[] = [];
    for (let i = 0; i < count; i++) held.push(...(await all([make(i)])));
    return held;
  };
  return { delays, attempt, all, each };
}

test('delays double up to thirty seconds, and go no further', () => {
  const delays = [0, 4, 5, 6, 7, 8, 9, 10, 11, 1_000].map((failures) => delayAfter(failures, 5));
  expect(delays).toEqual([0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
});

test('an account is delayed after five failures, whatever address they come from', async () => {
  const { attempt, each } = start();
  expect(await each(9, (i) => attempt('ada', `address ${i}`))).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8]);
  expect(await each(1, () => attempt('bob', 'address 1'))).toEqual([0]);
});

test('an address is delayed after ten failures, whatever account they try', async () => {
  const { attempt, each } = start();
  const held = await each(13, (i) => attempt(`account ${i}`, 'one'));
  expect(held).toEqual([...Array(10).fill(0), 1, 2, 4]);
  expect(await each(1, () => attempt('account 1', 'another'))).toEqual([0]);
});

test('guesses that are made at once are delayed as if they came one by one', async () => {
  const { attempt, all } = start();
  const held = await all(Array.from({ length: 12 }, (_, i) => attempt('ada', `address ${i}`)));
  expect(held).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30]);
});

test('the right password gets in after thirty seconds however many were tried before', async () => {
  const { attempt, all, each } = start();
  await all(Array.from({ length: 200 }, (_, i) => attempt('ada', `address ${i}`)));
  expect(await each(1, () => attempt('ada', 'home', { verdict: 'right' }))).toEqual([30]);
});

test('the right password forgives the account, and not the address', async () => {
  const { attempt, each } = start();
  await each(12, () => attempt('ada', 'one'));
  await each(1, () => attempt('ada', 'home', { verdict: 'right' }));
  expect(await each(1, () => attempt('ada', 'home'))).toEqual([0]);
  expect(await each(1, () => attempt('bob', 'one', { verdict: 'right' }))).toEqual([4]);
  expect(await each(1, () => attempt('bob', 'one'))).toEqual([4]);
});

test('an attempt whose password was not looked at costs nothing', async () => {
  const { attempt, each } = start();
  expect(await each(20, () => attempt('ada', 'one', { verdict: 'unknown' }))).toEqual(Array(20).fill(0));
});

test('an attempt that leaves while it waits costs neither its account nor its address', async () => {
  const { attempt, each, all } = start();
  await each(5, () => attempt('ada', 'one'));
  const leave = async () => {
    const gone = new AbortController();
    const left = attempt('ada', 'one', { gone });
    await vi.advanceTimersByTimeAsync(10);
    gone.abort();
    return left;
  };
  for (let i = 0; i < 6; i++) expect(await leave()).toBe('refused');
  expect(await all([attempt('ada', 'home')])).toEqual([1]);
  expect(await each(5, (i) => attempt(`account ${i}`, 'one'))).toEqual([0, 0, 0, 0, 0]);
});

test('attempts that leave after a success are no free failures for those that follow', async () => {
  const { attempt, each, all } = start();
  await each(5, (i) => attempt('ada', `address ${i}`));
  const gone = new AbortController();
  // The first of them waits for a second, and the others for longer.
  const success = attempt('ada', 'home', { verdict: 'right' });
  const leaving = Array.from({ length: 20 }, (_, i) => attempt('ada', `leaver ${i}`, { gone }));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await success).toBe(1);
  gone.abort();
  expect((await Promise.all(leaving)).every((held) => held === 'refused' || held === 1)).toBe(true);
  expect(await each(6, (i) => attempt('ada', `later ${i}`))).toEqual([0, 0, 0, 0, 0, 1]);
  expect(await all([attempt('ada', 'last')])).toEqual([2]);
});

test('a flood for one account keeps neither its owner at a known address nor other accounts out', async () => {
  const { attempt, each, all } = start();
  await each(1, () => attempt('ada', 'home', { verdict: 'right' }));
  const flood = (wave: number) =>
    Array.from({ length: 1_200 }, (_, i) => attempt('ada', `address ${wave} ${i}`));
  const held = [
    ...flood(1),
    attempt('ada', 'home', { verdict: 'right' }),
    attempt('ada', 'elsewhere', { verdict: 'right' }),
    ...flood(2),
    ...Array.from({ length: 6 }, (_, i) => attempt('bob', `office ${i}`)),
  ];
  const ends = await all(held);
  expect(ends.slice(1_200, 1_202)).toEqual([30, 'refused']);
  expect(ends.slice(-6)).toEqual([0, 0, 0, 0, 0, 1]);
  // Five are not delayed, and a hundred of the others wait at a time.
  expect(ends.filter((end) => end !== 'refused')).toHaveLength(5 + 100 + 1 + 6);
});

test('the eight latest addresses of an account are known', async () => {
  const { attempt, each, all } = start();
  await each(9, (i) => attempt('ada', `home ${i}`, { verdict: 'right' }));
  const flood = Array.from({ length: 300 }, (_, i) => attempt('ada', `address ${i}`));
  const ends = await all([...flood, ...Array.from({ length: 9 }, (_, i) => attempt('ada', `home ${i}`))]);
  expect(ends.slice(-9)).toEqual(['refused', ...Array(8).fill(30)]);
});

test('failures are forgotten after a quarter of an hour', async () => {
  const { attempt, each } = start();
  await each(8, (i) => attempt('ada', `address ${i}`));
  await vi.advanceTimersByTimeAsync(900_000);
  expect(await each(1, () => attempt('ada', 'home'))).toEqual([0]);
});

test('a gateway that ends refuses what it holds', async () => {
  const { delays, attempt, each } = start();
  await each(5, () => attempt('ada', 'one'));
  const held = attempt('ada', 'one');
  await vi.advanceTimersByTimeAsync(100);
  delays.close();
  expect(await held).toBe('refused');
});
