import { expect, test } from 'vitest';
import { costPerSession } from './member-columns.ts';

test('cost per session is exact to nine decimals, and nothing without sessions', () => {
  expect(costPerSession('3001', 3)).toBe('1000.333333333');
  expect(costPerSession('0.000000001', 2)).toBe('0.000000001');
  expect(costPerSession('123456789012345.123456789', 1)).toBe('123456789012345.123456789');
  expect(costPerSession('5', 0)).toBeNull();
});
