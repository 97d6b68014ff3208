import { expect, test } from 'vitest';
import { Metadata, Variables } from './free-form.ts';

const problemOf = (value: unknown) => Metadata.safeParse(value).error?.issues[0]?.message;
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));
/** `levels` objects, each in the one before. */
const nested = (levels: number): unknown => (levels === 1 ? {} : { inner: nested(levels - 1) });

test.each([
  [{}],
  [{ channel: 'email', amounts: [1, 2.5, null, true], nested: { list: [{}] } }],
  [keys(50)],
  [nested(5)],
  [{ text: 'x'.repeat(16 * 1024 - 11) }],
])('metadata %# is stored unchanged', (value) => {
  expect(Metadata.parse(value)).toBe(value);
});

test.each([
  [[], 'must be an object of string keys and JSON values'],
  [null, 'must be an object of string keys and JSON values'],
  ['text', 'must be an object of string keys and JSON values'],
  [keys(51), 'must have at most 50 keys'],
  [nested(6), 'must be at most 5 levels deep'],
  [{ list: [[[[[]]]]] }, 'must be at most 5 levels deep'],
  [{ text: 'x'.repeat(16 * 1024 - 10) }, 'must be at most 16 KiB'],
  [{ text: 'é'.repeat(8 * 1024) }, 'must be at most 16 KiB'],
  [{ text: 'a\0' }, 'must not contain NUL or unpaired surrogates'],
  [{ list: ['\ud800'] }, 'must not contain NUL or unpaired surrogates'],
  [{ 'a\0': 1 }, 'must not contain NUL or unpaired surrogates'],
  [{ inner: { 'a\0': 1 } }, 'must not contain NUL or unpaired surrogates'],
  [{ number: Number.POSITIVE_INFINITY }, 'must not contain numbers out of range'],
  [JSON.parse('{"__proto__":1}'), 'must not have a key __proto__'],
  [JSON.parse('{"inner":[{"__proto__":1}]}'), 'must not have a key __proto__'],
])('metadata %# is refused: it %s', (value, problem) => {
  expect(problemOf(value)).toBe(problem);
});

test('variables of a document may be deeper and larger', () => {
  expect(Variables.safeParse(nested(20)).success).toBe(true);
  expect(Variables.safeParse(nested(21)).success).toBe(false);
  expect(Variables.safeParse(keys(100)).success).toBe(true);
  expect(Variables.safeParse(keys(101)).success).toBe(false);
});
