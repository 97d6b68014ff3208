import { describe, expect, test } from 'vitest';
import { formatCompactMoney, formatExactMoney, formatMoney } from './money.ts';

describe('money', () => {
  test.each([
    ['0', '$0.00'],
    ['99.9', '$99.90'],
    ['100', '$100.00'],
    ['0.01', '$0.01'],
    ['-1234.5', '-$1,234.50'],
    ['0.005', '$0.005'],
    ['0.000123456', '$0.000123'],
    ['0.00', '$0.00'],
    ['0.125', '$0.13'],
    ['999999999999999.99', '$999,999,999,999,999.99'],
  ])('%s is shown as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  test('keeps every digit where a number would lose some', () => {
    expect(formatExactMoney('123456789012345.123456789')).toBe('$123,456,789,012,345.123456789');
    expect(formatExactMoney('0.10')).toBe('$0.10');
  });

  test('is short on axes', () => {
    expect(formatCompactMoney(1234)).toBe('$1.23K');
  });
});
