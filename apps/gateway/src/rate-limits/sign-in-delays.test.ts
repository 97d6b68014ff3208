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

/** Attempts of one gateway; each resolves to how many seconds it was held, or to `refused`. */
function start() {
  const delays = new SignInDelays({ accounts: counter('account'), addresses: counter('address') });
  const gone = new AbortController().signal;
  const attempt = async (account: string, address: string, verdict: PasswordVerdict = 'wrong') => {
    const began = Date.now();
    const admission = await delays.admit({ account, address, gone, onDelay: () => undefined });
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

test('the right password gets in after thirty seconds however many are tried', async () => {
  const { attempt, all, each } = start();
  await all(Array.from({ length: 200 }, (_, i) => attempt('ada', `address ${i}`)));
  expect(await each(1, () => attempt('ada', 'home', 'right'))).toEqual([30]);
});

test('the right password forgives the account, and not the address', async () => {
  const { attempt, each } = start();
  await each(12, () => attempt('ada', 'one'));
  await each(1, () => attempt('ada', 'home', 'right'));
  expect(await each(1, () => attempt('ada', 'home'))).toEqual([0]);
  expect(await each(1, () => attempt('bob', 'one', 'right'))).toEqual([4]);
  expect(await each(1, () => attempt('bob', 'one'))).toEqual([4]);
});

test('an attempt whose password was not looked at costs nothing', async () => {
  const { attempt, each } = start();
  expect(await each(20, () => attempt('ada', 'one', 'unknown'))).toEqual(Array(20).fill(0));
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
