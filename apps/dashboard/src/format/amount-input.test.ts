import { expect, test } from 'vitest';
import { fromAmountInput, toAmountInput } from './amount-input.ts';

test('amounts are edited with the decimal sign of the locale', () => {
  expect(toAmountInput('25.00', '.')).toBe('25.00');
  expect(toAmountInput('-1234.5', ',')).toBe('-1234,5');
  expect(fromAmountInput(' 25,50 ', ',')).toBe('25.50');
  expect(fromAmountInput('25.50', '.')).toBe('25.50');
  expect(fromAmountInput('-3', ',')).toBe('-3');
});

test('a sign that could separate groups of digits is refused rather than guessed', () => {
  expect(fromAmountInput('1.234', ',')).toBeUndefined();
  expect(fromAmountInput('1,234', '.')).toBeUndefined();
  expect(fromAmountInput('1,234,567', ',')).toBeUndefined();
});
