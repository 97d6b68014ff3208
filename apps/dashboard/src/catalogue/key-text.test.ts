import { expect, test } from 'vitest';
import { keyText, keyTexts, sharedTexts } from './key-text.ts';

const row = (key: string | null, label: string | null = null, isOther = false) => ({ key, label, isOther });

test('rows are labeled by name, key or a phrase, with hidden characters made visible', () => {
  expect(keyText(row('sales', 'Sales'), 'agent')).toBe('Sales');
  expect(keyText(row('sales', ''), 'agent')).toBe('sales');
  expect(keyText(row(' '), 'agent')).toBe('␣');
  expect(keyText(row('a', '\u202eselaS'), 'agent')).toBe('[U+202E]selaS');
  expect(keyText(row(null), 'agent')).toBe('No agent');
  expect(keyText(row(null, null, true), 'agent')).toBe('All others');
});

test('names shared by several keys are found, however often one key occurs', () => {
  const rows = [
    row('sales-1', 'Sales'),
    row('sales-2', 'Sales'),
    row('support', 'Support'),
    row('support', 'Support'),
    row('Support 2', null),
    row('none', 'No agent'),
    row(null),
    row('rest', 'All others'),
    row(null, null, true),
  ];
  expect([...sharedTexts(rows, 'agent')]).toEqual(['Sales', 'No agent', 'All others']);
});

test('adjacent groups with one name are told apart by their keys', () => {
  const rows = [
    row('sales-1', 'Sales'),
    row('sales\u200b', 'Sales'),
    row('help', 'Help'),
    row(null),
    row('a', 'No agent'),
  ];
  expect(keyTexts(rows, 'agent')).toEqual([
    'Sales (sales-1)',
    'Sales (sales[U+200B])',
    'Help',
    'No agent',
    'No agent (a)',
  ]);
});
