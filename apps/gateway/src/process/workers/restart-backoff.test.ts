import { expect, test } from 'vitest';
import { RestartBackoff } from './restart-backoff.ts';

const diedAtOnce = { hasServed: true, lived: 1_000 };
const diedLate = { hasServed: true, lived: 60_000 };
const neverServed = { hasServed: false, lived: 100 };
const delays = (backoff: RestartBackoff, count: number, death = diedAtOnce) =>
  Array.from({ length: count }, () => backoff.next(death).delay);

test('delay of workers that end immediately doubles up to ten seconds', () => {
  expect(delays(new RestartBackoff(), 9)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

test('delay restarts after a long run', () => {
  const backoff = new RestartBackoff();
  delays(backoff, 5);
  expect(delays(backoff, 2, diedLate)).toEqual([100, 100]);
});

test('starts that come to nothing are hopeless at some point, but for those that serve between', () => {
  const backoff = new RestartBackoff();
  const failing = (count: number) =>
    Array.from({ length: count }, () => backoff.next(neverServed).isHopeless);
  expect(failing(7)).toEqual(Array(7).fill(false));
  backoff.succeed();
  expect(failing(8)).toEqual([...Array(7).fill(false), true]);
});
