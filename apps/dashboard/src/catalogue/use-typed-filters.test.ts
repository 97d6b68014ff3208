import { expect, test } from 'vitest';
import { isSame, toChanges } from './use-typed-filters.ts';

test('typed text is trimmed, and a known key keeps its spaces', () => {
  const typed = { agentKey: ' a ', customerKey: ' b ' };
  expect(toChanges(typed, new Set([' a ']))).toEqual({ agentKey: ' a ', customerKey: 'b' });
});

test('a filter of spaces alone is none', () => {
  expect(toChanges({ search: '  ', agentKey: undefined }, new Set())).toEqual({
    search: undefined,
    agentKey: undefined,
  });
});

test('an empty filter and an absent one are the same', () => {
  expect(isSame({ search: '' }, {})).toBe(true);
  expect(isSame({}, { search: undefined })).toBe(true);
  expect(isSame({ search: 'a' }, { search: 'ab' })).toBe(false);
});
