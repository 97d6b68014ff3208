import { expect, test } from 'vitest';
import { keyHeaderOf } from './key-header.ts';

const basic = 'Basic dXNlcjpwYXNz';

test.each([
  [{}, undefined],
  [{ authorization: 'Bearer a' }, 'Bearer a'],
  [{ authorization: 'bearer  a' }, 'bearer  a'],
  [{ authorization: 'Bearer a', 'x-api-key': 'b' }, 'Bearer a'],
  [{ 'x-api-key': 'b' }, 'Bearer b'],
  [{ authorization: basic, 'x-api-key': 'b' }, 'Bearer b'],
  [{ authorization: basic }, undefined],
  [{ authorization: 'Negotiate YII' }, undefined],
  // A key without its scheme is a wrong key.
  [{ authorization: 'ot_live_a' }, 'ot_live_a'],
  [{ authorization: '' }, ''],
])('the headers %j have the key %s', (headers, key) => {
  expect(keyHeaderOf({ headers })).toBe(key);
});
