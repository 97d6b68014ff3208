import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkTotal, costOfEach, ofEachFields, renderPages } from './per-parent.schema.ts';

const Input = z.strictObject(ofEachFields).superRefine(checkTotal);
const ids = (count: number) => Array<string>(count).fill('018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11');
const problemOf = (input: object) => Input.safeParse(input).error?.issues[0]?.message;

test.each([
  [1, 1000, undefined],
  [10, 1000, undefined],
  [1000, 10, undefined],
  [11, 1000, 'must be at most 909 for each of 11: the answer may have 10000 of them'],
  [1000, 11, 'must be at most 10 for each of 1000: the answer may have 10000 of them'],
  [1, 1001, 'must be a whole number from 1 to 1000'],
  [10_001, 1, 'must be at most 10000'],
])('%d parents with %d records each: %s', (count, limit, problem) => {
  expect(problemOf({ ids: ids(count), limit })).toBe(problem);
});

test.each([
  [0, 10, 0],
  [1, 1, 1],
  [100, 10, 1],
  [101, 10, 2],
  [10, 1000, 10],
])('a question of %d parents with %d records each costs %d', (count, limit, cost) => {
  expect(costOfEach({ ids: ids(count), limit })).toBe(cost);
});

test('each parent has a page, which says whether more follows', () => {
  const placed = (...numbers: number[]) => numbers.map((n) => ({ text: String(n), cursor: `c${n}` }));
  expect(renderPages<number>([placed(1, 2, 3), placed(4, 5), placed()], { limit: 2 }).value).toEqual([
    { items: [1, 2], cursors: ['c1', 'c2'], hasMore: true },
    { items: [4, 5], cursors: ['c4', 'c5'], hasMore: false },
    { items: [], cursors: [], hasMore: false },
  ]);
});
