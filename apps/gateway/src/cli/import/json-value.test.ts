import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, isObject, parseJson } from './json-value.ts';

test('canonical JSON says the same as the value, in whatever order its fields come', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

test('unpaired surrogates have a text of their own', () => {
  expect(canonicalJson({ b: '\ud800', a: ['x'] })).toBe('{"a":["x"],"b":"\\ud800"}');
});

test('a number out of range is refused at any depth', () => {
  expect(parseJson('{"a":[1e308]}')).toEqual({ a: [1e308] });
  for (const text of ['1e400', '{"a":[-1e400]}']) {
    expect(() => parseJson(text)).toThrow(new RangeError('holds a number that is out of range'));
  }
});

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ['x', false],
])('%j is an object: %s', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});

/** The same value with the fields of all its objects in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, inner]) => [name, reversed(inner)]));
}
