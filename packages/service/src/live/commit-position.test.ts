import { expect, test } from 'vitest';
import { decodePosition, encodePosition } from './commit-position.ts';

test.each([
  { xid: '0', seen: 0 },
  { xid: '742', seen: 3 },
  // Transaction numbers have 64 bits, more than a number of JavaScript.
  { xid: '18446744073709551615', seen: 999_999_999 },
])('the id of an event decodes to %o', (position) => {
  const timed = { position, at: 1_764_115_200_123 };
  expect(decodePosition(encodePosition(timed))).toEqual(timed);
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
