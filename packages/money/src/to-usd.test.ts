import { expect, test } from 'vitest';
import { toUsd } from './to-usd.ts';

const usd = (amount: string | number | bigint) => toUsd(amount, (problem) => new RangeError(problem));

test.each([
  [900 * 2.5e-6 + 41 * 1e-5, '0.00266'],
  ['0.0026600000000000005', '0.00266'],
  [3e-7, '0.0000003'],
  ['3e-7', '0.0000003'],
  [0.1 + 0.2, '0.3'],
  [1.5, '1.5'],
  [100, '100'],
  [-0, '0'],
  [-1e-12, '0'],
  [Number.MIN_VALUE, '0'],
  [1e14, '100000000000000'],
  ['1.5E+2', '150'],
  [5n, '5'],
  [-12n, '-12'],
  [999999999999999n, '999999999999999'],
])('%s is written as %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});

test.each([
  [0.0000000005, '0'],
  [0.0000000015, '0.000000002'],
  [0.0000000025, '0.000000002'],
  [-0.0000000025, '-0.000000002'],
  ['0.00000000250000000000000001', '0.000000003'],
  ['0.0000000024999999999999999', '0.000000002'],
  ['-999999999999999.9999999985', '-999999999999999.999999998'],
])('%s is rounded half-even to %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});

test.each(['99.90', '000.10', '-0', '999999999999999.999999999'])('%s is kept', (text) => {
  expect(usd(text)).toBe(text);
});

test.each([
  [Number.NaN, 'NaN is not an amount in USD'],
  [Number.POSITIVE_INFINITY, 'Infinity is not an amount'],
  [Number.NEGATIVE_INFINITY, '-Infinity is not an amount'],
  ['much', 'much is not an amount'],
  ['', ' is not an amount'],
  ['1,50', '1,50 is not an amount'],
  [1e15, '1000000000000000 has more than 15 digits before the decimal point'],
  [Number.MAX_VALUE, '1.7976931348623157e+308 has more than 15 digits'],
  [10n ** 15n, 'more than 15 digits'],
  ['1e999999999', 'more than 15 digits'],
  // Rounds up to 16 digits.
  ['999999999999999.9999999995', 'more than 15 digits'],
])('%s is refused', (amount, problem) => {
  expect(() => usd(amount)).toThrow(problem);
});
