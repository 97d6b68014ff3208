import { expect, test } from 'vitest';
import { fromUnits, toUnits } from './decimal-units.ts';

test.each([
  ['0', 0n, '0'],
  ['99.90', 99_900_000_000n, '99.9'],
  ['-15', -15_000_000_000n, '-15'],
  ['-0.000000001', -1n, '-0.000000001'],
  ['999999999999999.999999999', 999_999_999_999_999_999_999_999n, '999999999999999.999999999'],
])('%s USD are %d billionths', (decimal, units, shortest) => {
  expect(toUnits(decimal)).toBe(units);
  expect(fromUnits(units)).toBe(shortest);
  expect(fromUnits(units, decimal)).toBe(decimal);
});
