import { expect, test } from 'vitest';
import { limitOf } from './outlier.ts';

test('one value far beyond all others is an outlier, and two are none', () => {
  expect(limitOf([10, 900, 12, 8, -5000])).toBe(12);
  expect(limitOf([10, 900, 12, 800])).toBe(900);
});

test('a value up to four times the second is shown in full, and so is one among few', () => {
  expect(limitOf([10, 40, 9, 8])).toBe(40);
  expect(limitOf([10, 41, 9, 8])).toBe(10);
  expect(limitOf([10, 900, 12])).toBe(900);
  expect(limitOf([0, 0, 0, 900])).toBe(900);
  expect(limitOf([])).toBe(0);
});
