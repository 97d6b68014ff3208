import { expect, test } from 'vitest';
import { figuresOf } from './figures-of.ts';

const group = (key: string | null, label: string | null, revenue: string) => ({
  key,
  label,
  isOther: false,
  totals: { revenue },
});

test('the innermost groups are rows, with the key where a name is not unique', () => {
  const by = [
    { ...group('s-1', 'Sales', '3'), by: [group('acme', 'Acme', '1'), group(null, null, '2')] },
    { ...group('s-2', 'Sales', '4'), by: [group('acme', 'Acme', '4')] },
  ];
  expect(figuresOf({ analytics: { by } })).toEqual({
    measures: ['revenue'],
    depth: 2,
    rows: [
      { names: ['Sales (s-1)', 'Acme'], totals: { revenue: '1' } },
      { names: ['Sales (s-1)', 'No value'], totals: { revenue: '2' } },
      { names: ['Sales (s-2)', 'Acme'], totals: { revenue: '4' } },
    ],
  });
});

test('documents with other fields have no table', () => {
  expect(figuresOf(null)).toBeUndefined();
  expect(figuresOf({ analytics: { totals: {} } })).toBeUndefined();
  expect(figuresOf({ analytics: { by: [] } })).toBeUndefined();
});
