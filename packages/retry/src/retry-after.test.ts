import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['0', 0],
  ['5', 5_000],
  ['86400', 86_400_000],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 11:59:30 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the header %s means %s milliseconds', (header, milliseconds) => {
  expect(readRetryAfter(header)).toBe(milliseconds);
});
