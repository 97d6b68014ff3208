import { expect, test } from 'vitest';
import { readMembersSearch, sortIn } from './members-search.ts';

test('keeps the period, a known order, the text and how many are shown', () => {
  const search = { window: '7d', sort: '-margin', search: 'acme', shown: 400 };
  expect(readMembersSearch({ ...search, page: 2 })).toEqual(search);
  expect(readMembersSearch({ search: 42 })).toEqual({ search: '42' });
  expect(readMembersSearch({ sort: 'happiness', search: ['a'], shown: 1001 })).toEqual({});
  expect(readMembersSearch({ sort: 3, search: '', shown: 1.5 })).toEqual({});
});

test('a minus sign means descending', () => {
  expect(sortIn('-cost')).toEqual({ by: 'cost', isDescending: true });
  expect(sortIn('key')).toEqual({ by: 'key', isDescending: false });
  expect(sortIn('-change')).toEqual({ by: 'change', isDescending: true });
  expect(sortIn('--cost')).toBeUndefined();
});
