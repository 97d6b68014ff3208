import { expect, test } from 'vitest';
import type { SliceAnswer } from '../measures/use-slice.ts';
import type { MembersAsked } from './member-question.ts';
import { tableOf } from './use-member-rows.ts';

// A table reads these fields alone.
const answer = {
  totals: { events: 3 },
  by: {
    members: [
      { key: 'crm', label: null, isOther: false, totals: { events: 2 } },
      { key: null, label: null, isOther: true, totals: { events: 1 } },
    ],
  },
} as unknown as SliceAnswer;
const searched = { dimension: 'tools', keys: ['crm', 'erp'] } as unknown as MembersAsked;

test('a search that finds all members has a total and a row of all others', () => {
  const { rows, total } = tableOf({ ...searched, isPartial: false }, answer, undefined);
  expect(rows.map(({ totals }) => totals.events)).toEqual([2, 1]);
  expect(total?.totals.events).toBe(3);
});

test('a search that more members match than are asked for has neither', () => {
  const { rows, total } = tableOf({ ...searched, isPartial: true }, answer, undefined);
  expect(rows.map(({ group }) => group.key)).toEqual(['crm']);
  expect(total).toBeUndefined();
});
