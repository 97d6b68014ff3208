import { expect, test } from 'vitest';
import { sortMembers } from './sort-members.ts';

const members = ['a', 'b', 'c', 'd'].map((key) => ({ key, name: key === 'a' ? 'Zoe' : null }));
const totals = new Map([
  ['a', { revenue: '9.5' }],
  ['b', { revenue: '10.25' }],
  ['d', { revenue: '100' }],
]);
const keys = (sorted: { key: string }[]) => sorted.map(({ key }) => key).join('');

test('members are sorted by a measure: amounts by value, missing ones last', () => {
  expect(keys(sortMembers(members, totals, { by: 'revenue', isDescending: true }))).toBe('dbac');
  expect(keys(sortMembers(members, totals, { by: 'revenue', isDescending: false }))).toBe('abdc');
});

test('members are sorted by name, or by key where there is none', () => {
  expect(keys(sortMembers(members, totals, { by: 'name', isDescending: false }))).toBe('bcda');
});
