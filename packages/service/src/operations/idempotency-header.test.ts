import { expect, test } from 'vitest';
import { OutturnError } from '../base/errors.ts';
import { parseIdempotencyKey, readIdempotencyHeaders } from './idempotency-header.ts';

const most = 'k'.repeat(255);

test.each([
  ['a', null, 'a'],
  [null, 'a', 'a'],
  ['a', 'a', 'a'],
  [undefined, null, undefined],
  ['!~', undefined, '!~'],
  [undefined, most, most],
  ['"a"', 'a', 'a'],
  [null, '"a"', 'a'],
  [null, '"a\\"b\\\\"', 'a"b\\'],
  [null, '"a', '"a'],
  [null, '""', '""'],
])('x-idempotency-key %s and Idempotency-Key %s are the key %s', (short, long, key) => {
  expect(readIdempotencyHeaders(short, long)).toBe(key);
});

test('two spellings that differ are refused', () => {
  const message = 'x-idempotency-key and Idempotency-Key are both present and differ. Send one of them.';
  const error = new OutturnError('Invalid Request', { message });
  expect(() => readIdempotencyHeaders('a', 'b')).toThrow(error);
  expect(() => readIdempotencyHeaders('', 'b')).toThrow(error);
});

test.each(['', ' ', 'a b', 'a\n', 'é', '\u007f', `${most}k`, 5, null, undefined, {}])(
  '%j is refused as a key',
  (key) => {
    const message = 'An idempotency key has 1 to 255 visible ASCII characters.';
    expect(() => parseIdempotencyKey(key)).toThrow(new OutturnError('Invalid Request', { message }));
  },
);
