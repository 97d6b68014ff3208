import { expect, test } from 'vitest';
import { claimTokenOf, readReturn } from './return-search.ts';

test('signing in returns to pages of this site', () => {
  expect(readReturn({ to: '/explore?every=day' })).toEqual({ to: '/explore?every=day' });
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 7, undefined])(
  'signing in does not return to another site: %s',
  (to) => {
    expect(readReturn({ to })).toEqual({});
  },
);

test.each([
  ['/claim?token=abc', 'abc'],
  ['/claim', undefined],
  ['/views?token=abc', undefined],
  [undefined, undefined],
])('signing up on the way to %s uses the claim token %s', (to, token) => {
  expect(claimTokenOf(to)).toBe(token);
});
