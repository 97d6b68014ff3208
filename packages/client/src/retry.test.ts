import { expect, test } from 'vitest';
import { OutturnClientError, OutturnConnectionError, OutturnTimeoutError } from './errors.ts';
import { delayAfter, isPassing } from './retry.ts';

const answered = (status: number, retryAfter?: number, meta?: Record<string, unknown>) =>
  new OutturnClientError(
    { code: 'x', message: 'x', status, path: 'x', details: [], requestId: undefined, retryAfter },
    meta && { meta },
  );

test.each([
  ['an answer of 500', answered(500), true],
  ['an answer of 429', answered(429), true],
  ['an answer of 400', answered(400), false],
  ['no answer', new OutturnConnectionError('x'), true],
  ['no answer in time', new OutturnTimeoutError('x'), true],
  ['a mistake of the program', new TypeError('x'), false],
])('a call may succeed later after %s: %s', (_, error, expected) => {
  expect(isPassing(error)).toBe(expected);
});

test('the next attempt waits at least as long as Outturn asks', () => {
  const delay = delayAfter(answered(429, 5_000), 1);
  expect(delay).toBeGreaterThanOrEqual(5_125);
  expect(delay).toBeLessThanOrEqual(5_250);
  expect(delayAfter(answered(500), 1)).toBeLessThanOrEqual(250);
});

test('calls that one HTTP batch brought back travel together again', () => {
  const meta = { response: {} };
  const delays = Array.from({ length: 10 }, () => delayAfter(answered(500, undefined, meta), 3));
  expect(new Set(delays).size).toBe(1);
  const alone = Array.from({ length: 10 }, () => delayAfter(answered(500), 3));
  expect(new Set(alone).size).toBeGreaterThan(1);
});
