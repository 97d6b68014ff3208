import { expect, test } from 'vitest';
import { toWhere } from './filters.ts';
import { groupFilters } from './group-filters.ts';

const group = (key: string | null, isOther = false) => ({ key, isOther });
const whereOf = (groups: readonly ReturnType<typeof group>[], at: number) =>
  toWhere(groupFilters({ dimension: 'model' }, groups[at] ?? group(null), groups));

test('a group is a condition: its key, none, or all others than those shown', () => {
  const groups = [group('a'), group(null), group('b'), group(null, true)];
  expect(groups.map((_, at) => whereOf(groups, at))).toEqual([
    { model: { in: ['a'] } },
    { model: { isNull: true } },
    { model: { in: ['b'] } },
    { model: { notIn: ['a', 'b'], isNull: false } },
  ]);
});

test('all others count records without a key where no group without one is shown', () => {
  const groups = [group('a'), group(null, true)];
  expect(whereOf(groups, 1)).toEqual({ model: { notIn: ['a'] } });
});
