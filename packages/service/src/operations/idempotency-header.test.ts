import { expect, test } from 'vitest';
import { OutturnError } from '../base/errors.ts';
import { parseIdempotencyKey, readIdempotencyHeaders } from './idempotency-header.ts';

const most = 'k'.repeat(255);
const messageOf = (result: unknown) => (result instanceof OutturnError ? result.message : result);

test.each([
  ['a', null, 'a'],
  [null, 'a', 'a'],
  ['a', 'a', 'a'],
  [undefined, null, undefined],
  ['!~', undefined, '!~'],
  [undefined, most, most],
])('x-idempotency-key %s and Idempotency-Key %s are the key %s', (short, long, key) => {
  expect(readIdempotencyHeaders(short, long)).toBe(key);
});

test('two spellings that differ are refused', () => {
  const message = 'x-idempotency-key and Idempotency-Key are both present and differ. Send one of them.';
  expect(messageOf(readIdempotencyHeaders('a', 'b'))).toBe(message);
  expect(messageOf(readIdempotencyHeaders('', 'b'))).toBe(message);
});

test.each(['', ' ', 'a b', 'a\n', 'é', '\u007f', `${most}k`, 5, null, undefined, {}])(
  '%j is no key',
  (key) => {
    expect(messageOf(parseIdempotencyKey(key))).toBe(
      'An idempotency key has 1 to 255 visible ASCII characters.',
    );
  },
);
