import { expect, test } from 'vitest';
import { reasonOf } from './failed-fetch.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { isPassingStatus } from './passing-status.ts';

test.each([408, 429, 500, 502, 503, 504, 599])('the same call may succeed after a %d', (status) => {
  expect(isPassingStatus(status)).toBe(true);
});

test.each([200, 301, 400, 401, 403, 404, 409, 413, 422])('it fails again after a %d', (status) => {
  expect(isPassingStatus(status)).toBe(false);
});

test.each([
  [
    new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
    'ECONNREFUSED',
  ],
  [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['a text', 'a text'],
])('the reason of %s is "%s"', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

test('an idempotency key has 128 random bits', () => {
  const keys = Array.from({ length: 1_000 }, newIdempotencyKey);
  expect(keys.every((key) => /^[\da-f]{32}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});
