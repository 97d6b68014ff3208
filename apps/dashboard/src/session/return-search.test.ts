import { expect, test } from 'vitest';
import { readReturn } from './return-search.ts';

test('signing in leads back to pages of this site', () => {
  expect(readReturn({ to: '/explore?every=day' })).toEqual({ to: '/explore?every=day' });
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 7, undefined])(
  'and nowhere else: %s',
  (to) => {
    expect(readReturn({ to })).toEqual({});
  },
);
