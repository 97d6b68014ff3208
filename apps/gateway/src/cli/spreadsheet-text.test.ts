import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protect, unprotect } from './spreadsheet-text.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n5.x",; `) }),
);

test('a protected text is no formula, and comes back as it was', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(unprotect(protect(original))).toBe(original);
      expect(protect(original)).toMatch(/^([^=+\-@\t\r]|-\d+(\.\d+)?$)/);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-5', '-5'],
  ['-5.25', '-5.25'],
  ['-5e3', "'-5e3"],
  ['- 5', "'- 5"],
  ['', "'"],
  ["'", "''"],
  ["'=1", "''=1"],
  ["it's", "it's"],
])('the text "%s" is the cell "%s"', (text, cell) => {
  expect(protect(text)).toBe(cell);
});
