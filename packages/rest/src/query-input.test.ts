import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isMalformed } from './percent-encoding.ts';
import { readQuery, typedFields } from './query-input.ts';

/** As much of a request as its query, decoded as Hono does it. */
function query(search: string) {
  const url = `http://outturn/v1/revenues${search}`;
  const queries = () => {
    const found: [string, string[]][] = [];
    const parameters = new URL(url).searchParams;
    for (const name of new Set(parameters.keys())) found.push([name, parameters.getAll(name)]);
    return Object.fromEntries(found);
  };
  return readQuery(
    { url, queries },
    new Map([
      ['limit', 'number'],
      ['isLast', 'boolean'],
    ]),
  );
}

test.each([
  ['', {}],
  ['?', {}],
  ['?agentKey=a%20b', { agentKey: 'a b' }],
  ['?limit=10', { limit: 10 }],
  ['?limit=-1.5', { limit: -1.5 }],
  ['?key=10', { key: '10' }],
  ['?isLast=true', { isLast: true }],
  ['?isLast=false', { isLast: false }],
  ['?isLast=1', { isLast: '1' }],
  ['?key=true', { key: 'true' }],
])('the query "%s" is %j', (search, input) => {
  expect(query(search)).toEqual(input);
});

test.each(['', ' ', 'ten', '1e3', '0x10', '+5', 'NaN', 'null', '1,2', '1.', '99999999999999999999'])(
  'a number written as "%s" stays text, which validation refuses',
  (text) => {
    expect(query(`?limit=${encodeURIComponent(text)}`)).toEqual({ limit: text });
  },
);

test('a parameter called __proto__ is one like any other', () => {
  expect(Object.keys(query('?__proto__=x'))).toEqual(['__proto__']);
});

test.each([
  ['?key=a&key=b', 'key', 'is given more than once'],
  ['?key=%ff', 'key', 'is not valid percent-encoding: a percent sign itself is written as %25'],
  ['?key=50%', 'key', 'is not valid percent-encoding: a percent sign itself is written as %25'],
  ['?a=1&%zz=1', '%zz', 'is not valid percent-encoding: a percent sign itself is written as %25'],
])('the query "%s" is refused: %s %s', (search, field, message) => {
  expect(() => query(search)).toThrow(
    expect.objectContaining({ code: 'Invalid Request', details: [{ field, message }] }),
  );
});

test('fields are numbers and booleans however they may be left out', () => {
  const schema = z.strictObject({
    limit: z.int().default(5),
    offset: z.number().optional(),
    key: z.string().optional(),
    isLast: z.boolean(),
  });
  expect(Object.fromEntries(typedFields(schema))).toEqual({
    limit: 'number',
    offset: 'number',
    isLast: 'boolean',
  });
  expect(typedFields(z.array(z.number())).size).toBe(0);
});

describe('percent-encoding', () => {
  test.each(['%25', '%E2%82%AC', 'plain', '', '+'])('%j can be decoded', (text) => {
    expect(isMalformed(text)).toBe(false);
  });

  test.each(['%', '%2', '%zz', '%ff', '%c3%28', '%ed%a0%80'])('%j is malformed', (text) => {
    expect(isMalformed(text)).toBe(true);
  });
});
