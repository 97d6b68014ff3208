import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordFormats } from './export/format-records.ts';
import { protect, unmarked, unprotect } from './spreadsheet-text.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`'=+-@＝－\t\r\n5.x",; \u00a0\u200b\u2060\u3000\u3164`) }),
);

/** Spreadsheets skip white space, and characters without a width, before a formula. */
const formula = /^[\s\u200b\u2060\u3164]*[=+\-@＝＋－＠\t\r]/;

test('a protected text is no formula, and comes back as it was', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(unprotect(protect(original))).toBe(original);
      expect(/^-\d+(\.\d+)?$/.test(original) || !formula.test(protect(original))).toBe(true);
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
  [' =1', "' =1"],
  ['\u00a0\u3000+1', "'\u00a0\u3000+1"],
  ['\u200b\ufeff@x', "'\u200b\ufeff@x"],
  ['\u2060\u00ad\u3164-1', "'\u2060\u00ad\u3164-1"],
  [' -5', "' -5"],
  ['\u0000=1', "'\u0000=1"],
  [' \tx', "' \tx"],
  ['\n\r', "'\n\r"],
  ['\n \tx', "'\n \tx"],
  ['\u2060\n\t', "'\u2060\n\t"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－5', "'－5"],
  ['＠x', "'＠x"],
  ["' =1", "'' =1"],
  ['a;\u00a0＝1', "a;'\u00a0＝1"],
  ['\n =1', "\n' =1"],
  ['  x', '  x'],
  ['', "'"],
  ["'", "''"],
  ["'=1", "''=1"],
  ["it's", "it's"],
  ['a;=1', "a;'=1"],
  ['a\t@x', "a\t'@x"],
  ['a\r\n-5', "a\r\n'-5"],
  ["a;'=1", "a;''=1"],
  ['a; "=1', 'a;\' "=1'],
  ['\t\t=1', "'\t\t'=1"],
  ['a,=1; b', 'a,=1; b'],
])('the text "%s" is the cell "%s"', (text, cell) => {
  expect(protect(text)).toBe(cell);
});

test.each([
  ["'0012", '0012'],
  ["'-5", '-5'],
  ["'\u00a0=1", '\u00a0=1'],
  ['="0012"', '0012'],
  ["'2026-01-15T10:30:00Z", '2026-01-15T10:30:00Z'],
  ["'90s sale", "'90s sale"],
  ["'tis", "'tis"],
])('the cell %s of another program is the text %s', (cell, text) => {
  expect(unmarked(cell)).toBe(text);
});

test('no cell is a formula in a spreadsheet that splits at ; or tab, inside quotes too', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(/[;\r\n]/, /[\t\r\n]/), (original, separators) => {
      const record = { id: '1', text: original, metadata: { note: original }, last: original };
      const cells = recordFormats.csv.lines([record], Object.keys(record)).split(separators);
      expect(cells.filter((cell) => /^[\s"\u200b\u2060\u3164]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    }),
  );
});
