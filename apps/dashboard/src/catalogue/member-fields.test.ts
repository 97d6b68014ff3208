import { expect, test } from 'vitest';
import { metadataRule, toChanges, toFields, valueRule } from './member-fields.ts';

const member = {
  id: '01890000-0000-7000-8000-000000000000',
  key: 'qualified-lead',
  name: null,
  description: null,
  metadata: { plan: 'pro' },
  value: '25.00',
  createdAt: '',
  updatedAt: '',
};

test('unedited fields are saved unchanged', () => {
  expect(toChanges(toFields(member), true)).toEqual({
    key: 'qualified-lead',
    name: null,
    description: null,
    metadata: { plan: 'pro' },
    value: '25.00',
  });
});

test('emptied fields are cleared, and agents have no value to clear', () => {
  const fields = { key: 'a', name: ' ', description: '', metadata: ' ', value: '' };
  expect(toChanges(fields, true)).toEqual({
    key: 'a',
    name: null,
    description: null,
    metadata: null,
    value: null,
  });
  expect(toChanges(fields, false)).not.toHaveProperty('value');
});

test('metadata is an object or nothing', () => {
  expect(['', '{}', '{"a": [1]}'].map(metadataRule)).toEqual([null, null, null]);
  for (const text of ['[]', '7', 'null', '"a"', '{a: 1}']) expect(metadataRule(text)).not.toBeNull();
});

test('a value is a decimal', () => {
  expect(['', '25', '0.000000001', '-3.5'].map(valueRule)).toEqual([null, null, null, null]);
  for (const text of ['1,50', '1e3', '$5', '.5', 'NaN', '0.1234567891'])
    expect(valueRule(text)).not.toBeNull();
});
