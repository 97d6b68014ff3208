import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSessionToken } from './session-cookie.ts';

const secret = 'a secret of this test';
const plain = { secret, isSecure: false };
const sign = (token: string, by = secret) =>
  encodeURIComponent(`${token}.${createHmac('sha256', by).update(token).digest('base64')}`);
const cookie = (value: string, prefix = '') => `${prefix}outturn.session_token=${value}`;

test('a token signed with the secret is read among other cookies', () => {
  expect(readSessionToken(cookie(sign('token')), plain)).toEqual({ token: 'token' });
  expect(readSessionToken(`theme=dark; ${cookie(sign('token'))};x=1`, plain)).toEqual({ token: 'token' });
});

test('cookies that we did not sign are passed over, and two sessions that we signed are refused', () => {
  const read = (...values: string[]) =>
    readSessionToken(values.map((value) => cookie(value)).join('; '), plain);
  const stale = sign('stale', 'an older secret');
  expect(read(stale, sign('own'))).toEqual({ token: 'own' });
  expect(read(sign('own'), stale, sign('own'))).toEqual({ token: 'own' });
  expect(read(sign('planted'), sign('own'))).toBe('several');
  expect(read(sign('own'), sign('planted'))).toBe('several');
});

test('a server behind TLS reads only cookies with the prefix of its host, and another one none of those', () => {
  const [secure, insecure] = [cookie(sign('token'), '__Host-'), cookie(sign('token'))];
  expect(readSessionToken(secure, { secret, isSecure: true })).toEqual({ token: 'token' });
  expect(readSessionToken(insecure, { secret, isSecure: true })).toBe('unsigned');
  expect(readSessionToken(secure, plain)).toBe('unsigned');
});

describe('an unsigned cookie', () => {
  test.each([
    ['without a signature', cookie('token')],
    ['with an empty signature', cookie('token.')],
    ['with a signature cut short', cookie(sign('token').slice(0, -12))],
    ['with a signature of another token', cookie(sign('token').replace('token', 'other'))],
    ['with a signature by another secret', cookie(sign('token', 'another secret'))],
    ['with malformed encoding', cookie(`token.%ff${sign('token')}`)],
    ['beside other cookies', `theme=dark; ${cookie(sign('token', 'another secret'))}; x=1`],
  ])('is reported: %s', (_, cookies) => {
    expect(readSessionToken(cookies, plain)).toBe('unsigned');
  });

  test.each([
    ['without cookies', ''],
    ['under another name', `other.session_token=${sign('token')}`],
  ])('is not reported: %s', (_, cookies) => {
    expect(readSessionToken(cookies, plain)).toBeUndefined();
  });

  test('never yields a token', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readSessionToken(text, plain)).toBeUndefined();
        expect(readSessionToken(cookie(text), plain)).toBe('unsigned');
      }),
    );
  });
});
