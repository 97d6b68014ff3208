import { expect, test } from 'vitest';
import type { RecordFields } from './fetch-records.ts';
import { columnsOf, fieldLabel, fieldText, partDepth } from './record-columns.ts';

test('fields have readable labels', () => {
  expect(
    ['recordedAt', 'createdAt', 'id', 'goalId', 'eventId', 'agentKey', 'amount'].map(fieldLabel),
  ).toEqual(['Recorded at', 'Created', 'ID', 'Goal ID', 'Event ID', 'Agent', 'Amount']);
});

test('hidden characters of keys are visible, and descriptions keep their lines', () => {
  expect(fieldText('sessionKey', ' a\u200b', 'UTC')).toBe('␣a[U+200B]');
  expect(fieldText('description', 'one\ntwo', 'UTC')).toBe('one\ntwo');
  expect(fieldText('source', null, 'UTC')).toBe('–');
});

test('what a model call did is told in words', () => {
  expect(fieldText('costSource', 'computed', 'UTC')).toBe('Computed from the price book');
  expect(fieldText('computedCost', '0.0002724', 'UTC')).toBe('$0.0002724');
  expect(fieldText('durationMs', 1_850, 'UTC')).toBe('1.85 sec');
  expect([true, false, null].map((isError) => fieldText('isError', isError, 'UTC'))).toEqual([
    'Yes',
    'No',
    '–',
  ]);
  expect(['inputTokens', 'cacheReadTokens', 'cacheWrite1hTokens', 'reasoningTokens'].map(partDepth)).toEqual([
    0, 1, 2, 1,
  ]);
});

test('columns that are empty in every row are left out', () => {
  const row = { recordedAt: null, amount: '1', agentKey: 'a', customerKey: null, source: '' };
  const rows = [row, { ...row, agentKey: null }] as unknown as RecordFields[];
  expect(columnsOf('revenues', rows)).toEqual(['recordedAt', 'amount', 'agentKey']);
  const all = ['recordedAt', 'amount', 'agentKey', 'customerKey', 'source', 'description'];
  expect(columnsOf('revenues', [])).toEqual(all);
  expect(columnsOf('revenues', undefined)).toEqual(all);
});
