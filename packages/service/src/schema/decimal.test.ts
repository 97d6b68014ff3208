import { expect, test } from 'vitest';
import { Decimal } from './decimal.ts';

test.each([
  ['99.90', '99.90'],
  ['0', '0'],
  ['00', '0'],
  ['-0', '0'],
  ['-0.000', '0.000'],
  ['000.10', '0.10'],
  ['-007.5', '-7.5'],
  ['-0.5', '-0.5'],
  ['0.000000001', '0.000000001'],
  ['100', '100'],
  ['999999999999999.999999999', '999999999999999.999999999'],
])('%s is kept as %s', (sent, kept) => {
  expect(Decimal.parse(sent)).toBe(kept);
  // The stored form is accepted as input unchanged.
  expect(Decimal.parse(kept)).toBe(kept);
});

test.each([
  undefined,
  null,
  1,
  1n,
  '',
  '.',
  '-',
  '1.',
  '.1',
  '+1',
  '1e3',
  'NaN',
  '1 ',
  '1\n',
  '1'.repeat(16),
])('%s is refused', (value) => {
  expect(Decimal.safeParse(value).success).toBe(false);
});
