import { expect, test } from 'vitest';
import { keyTexts } from './key-text.ts';

const row = (key: string | null, label: string | null = key, isOther = false) => ({ key, label, isOther });

test('groups that have one name are told apart by their keys', () => {
  const rows = [row('sales-1', 'Sales'), row('sales-2', 'Sales'), row('help', 'Help'), row('bot')];
  expect(keyTexts(rows, 'agent')).toEqual(['Sales (sales-1)', 'Sales (sales-2)', 'Help', 'bot']);
});

test('a name that reads like what has none has its key beside it', () => {
  const rows = [row(null), row('a', 'No agent'), row(null, null, true), row('b', 'All others')];
  expect(keyTexts(rows, 'agent')).toEqual(['No agent', 'No agent (a)', 'All others', 'All others (b)']);
});
