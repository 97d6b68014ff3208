import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { isStorableText, Key, text } from './text.ts';

const problemOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('text', () => {
  test.each([
    ['', undefined],
    ['😀'.repeat(5), undefined],
    ['x'.repeat(10), undefined],
    ['x'.repeat(11), 'must have at most 10 characters'],
    ['a\0b', 'must not contain NUL or unpaired surrogates'],
    ['\ud800', 'must not contain NUL or unpaired surrogates'],
    ['\udc00\ud800', 'must not contain NUL or unpaired surrogates'],
  ])('%j has the problem %s', (value, problem) => {
    expect(problemOf(text(10), value)).toBe(problem);
  });

  test('a required text that is empty is named as such', () => {
    expect(problemOf(text(10, 1), '')).toBe('must have at least 1 character');
    expect(problemOf(text(10, 2), 'x')).toBe('must have at least 2 characters');
  });

  test('storable text survives UTF-8 and has no NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', 'é') }), (value) => {
        const survives = Buffer.from(value).toString() === value && !value.includes('\0');
        expect(isStorableText(value)).toBe(survives);
      }),
    );
  });
});

describe('a key', () => {
  test.each(['a', ' ', '...', '/', '%2F', '__proto__', 'ключ', 'x'.repeat(255), 'NULL', '\n'])(
    'may be %j',
    (key) => {
      expect(Key.parse(key)).toBe(key);
    },
  );

  test.each([
    ['', 'must have at least 1 character'],
    ['x'.repeat(256), 'must have at most 255 characters'],
    ['.', 'must not be "." or "..", which no path can name'],
    ['..', 'must not be "." or "..", which no path can name'],
    ['a\0', 'must not contain NUL or unpaired surrogates'],
  ])('is not %j: it %s', (key, problem) => {
    expect(problemOf(Key, key)).toBe(problem);
  });
});
