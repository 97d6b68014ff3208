import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

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
