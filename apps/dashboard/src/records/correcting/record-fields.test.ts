import { expect, test } from 'vitest';
import type { RecordFields } from '../fetch-records.ts';
import { changesOf, fieldRule, toTexts } from './record-fields.ts';

/** Forms read no other fields. */
const refund = {
  amount: '-15',
  refundOf: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
  recordedAt: '2026-01-20T08:00:00.000Z',
  description: null,
  agentKey: 'scout',
} as Partial<RecordFields> as RecordFields;

test('a refund is amended as what was paid back, in its own fields alone', () => {
  const texts = toTexts('revenues', refund);
  expect(texts).toEqual({ amount: '15', recordedAt: '2026-01-20T08:00:00.000Z', description: '' });
  expect(changesOf('revenues', refund, { ...texts, amount: '12.50', description: 'One seat' })).toEqual({
    amount: '-12.50',
    description: 'One seat',
  });
});

const call = {
  type: 'llm.call',
  cost: '0.004',
  computedCost: '0.005',
  costSource: 'reported',
  model: 'house-model',
  serviceTier: 'batch',
  inputTokens: 1200,
  cacheReadTokens: 800,
} as Partial<RecordFields> as RecordFields;

test('a reported cost is handed back to the price book, or amended', () => {
  const texts = toTexts('events', call);
  expect(texts).toMatchObject({ cost: '0.004', serviceTier: 'batch', cacheReadTokens: '800' });
  expect(changesOf('events', call, { ...texts, cost: '' })).toEqual({ cost: null });
  expect(changesOf('events', call, { ...texts, cost: '0.006', cacheReadTokens: '' })).toEqual({
    cost: '0.006',
    cacheReadTokens: null,
  });
});

test.each(['computed', 'unpriced'])(
  'a cost that is %s is empty, and stays so unless one is entered',
  (source) => {
    const byBook = { ...call, costSource: source } as RecordFields;
    const texts = toTexts('events', byBook);
    expect(texts.cost).toBe('');
    expect(changesOf('events', byBook, { ...texts, serviceTier: '' })).toEqual({ serviceTier: null });
    expect(changesOf('events', byBook, { ...texts, cost: '0.004' })).toEqual({ cost: '0.004' });
  },
);

test.each(['0', '0.00', '-1', '-0.5', 'x'])('%j is not paid back', (text) => {
  expect(fieldRule('paid back', text)).toBe('Enter an amount above zero, e.g. 25.00.');
});

test.each(['', '1', '0.01', '10', '0.000000001'])('%j is paid back', (text) => {
  expect(fieldRule('paid back', text)).toBeNull();
});
