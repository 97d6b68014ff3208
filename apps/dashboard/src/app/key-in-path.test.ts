import { expect, test } from 'vitest';
import { fromPathKey, toPathKey } from './key-in-path.ts';

test.each(['support-agent', 'a b', 'ключ', ' ', 'a~b', 'a.b'])('%s stays as it is', (key) => {
  expect([toPathKey(key), fromPathKey(key)]).toEqual([key, key]);
});

test.each(['a/b', 'a\\b', '%2F', 'a#b', 'a?b', 'a;b', '.', '..', '~', '~YS9i', 'ключ/1', '🤖/'.repeat(80)])(
  '%s is written without a letter that proxies refuse, and read again',
  (key) => {
    expect(toPathKey(key)).toMatch(/^~[\w-]+$/);
    expect(fromPathKey(toPathKey(key))).toBe(key);
  },
);

test.each(['~', '~a', '~***', '~_w'])('%s, which no page writes, is read as it is', (part) => {
  expect(fromPathKey(part)).toBe(part);
});
