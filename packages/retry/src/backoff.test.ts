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
  expect(backoff(failures, 0)).toBe(least);
  expect(backoff(failures, 1)).toBe(most);
  const own = backoff(failures);
  expect(own).toBeGreaterThanOrEqual(least);
  expect(own).toBeLessThanOrEqual(most);
});
