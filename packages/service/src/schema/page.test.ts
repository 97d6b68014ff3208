import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sortField } from './list-filters.ts';
import { pageFields } from './page.ts';

const Page = z.strictObject(pageFields);
const problemOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

test('a page has the first 100 records by default', () => {
  expect(Page.parse({})).toEqual({ limit: 100, offset: 0 });
});

describe.each([
  ['limit', [1, 1000], [0, -1, 1001, 1.5, '10', null], 'must be a whole number from 1 to 1000'],
  [
    'offset',
    [0, 999_999_999_999_999],
    [-1, 1_000_000_000_000_000, 0.5, '10', null],
    'must be a whole number from 0 to 999999999999999',
  ],
] as const)('%s', (name, right, wrong, problem) => {
  test.each(right)('may be %s', (value) => {
    expect(Page.parse({ [name]: value })).toMatchObject({ [name]: value });
  });

  test.each(wrong)('is not %j', (value) => {
    expect(problemOf(Page, { [name]: value })).toBe(problem);
  });
});

test('a cursor has at most 1000 characters', () => {
  expect(problemOf(Page, { cursor: 'x'.repeat(1000) })).toBeUndefined();
  expect(problemOf(Page, { cursor: 'x'.repeat(1001) })).toBe('must have at most 1000 characters');
});

test('a list is sorted by id or by its time, newest recorded first by default', () => {
  const Sort = sortField('recordedAt');
  expect(Sort.parse(undefined)).toBe('-id');
  for (const sort of ['-id', 'id', '-recordedAt', 'recordedAt']) expect(Sort.parse(sort)).toBe(sort);
  for (const sort of ['createdAt', '--id', '', 'ID', null]) {
    expect(problemOf(Sort, sort)).toBe('must be one of -id, id, -recordedAt, recordedAt');
  }
});
