import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodePosition, encodePosition, RETENTION } from './commit-position.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  { xid: '0', seen: 0 },
  { xid: '742', seen: 3 },
  // Transaction numbers have 64 bits, more than a number of JavaScript.
  { xid: '18446744073709551615', seen: 999_999_999 },
])('the id of an event decodes to %o', (position) => {
  expect(decodePosition(encodePosition(position))).toEqual(position);
});

test('an id is accepted while its commits are certainly kept, and refused as too old afterwards', () => {
  const id = encodePosition({ xid: '742', seen: 3 });
  vi.advanceTimersByTime(RETENTION * 0.9);
  expect(decodePosition(id)).toEqual({ xid: '742', seen: 3 });
  vi.advanceTimersByTime(1);
  expect(() => decodePosition(id)).toThrow(/lastEventId is too old to resume from/);
});

test.each([
  '',
  '742',
  '742-3',
  '742-3-',
  '-3-abc',
  '742-3-ABC',
  "742-3-abc' or 1=1",
  '742-3-abc\n',
  '1e9-3-abc',
])('%j is refused as an event id', (text) => {
  expect(() => decodePosition(text)).toThrow('is not the id of an event of this subscription');
});
