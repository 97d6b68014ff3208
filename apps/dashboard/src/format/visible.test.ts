import { expect, test } from 'vitest';
import { isolated, visible } from './visible.ts';

test.each([
  ['a space alone', ' ', '␣'],
  ['spaces at both ends', ' a b ', '␣a b␣'],
  ['several spaces in a row', 'a  b', 'a␣␣b'],
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['a right-to-left override', '\u202eabc', '[U+202E]abc'],
  ['an isolate and its end', '\u2067a\u2069', '[U+2067]a[U+2069]'],
  ['a control character', 'a\tb\nc\u007f', 'a[U+0009]b[U+000A]c[U+007F]'],
  ['a no-break space', 'a\u00a0b', 'a[U+00A0]b'],
  ['a soft hyphen', 'co\u00adop', 'co[U+00AD]op'],
  ['a Hangul filler', '\u3164', '[U+3164]'],
  ['an empty Braille pattern', '\u2800', '[U+2800]'],
  ['a byte order mark', '\ufeffa', '[U+FEFF]a'],
  ['a zero-width joiner after ASCII', 'a\u200db', 'a[U+200D]b'],
  ['a tag character', 'a\u{e0041}', 'a[U+E0041]'],
])('%s is made visible', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  'sales-assistant',
  'a/b %2F ‹›',
  'مساعد المبيعات',
  'می\u200cخواهم',
  'क्\u200dष',
  '営業アシスタント',
  '葛\u{e0100}城',
  '👩\u200d💻',
  '❤\ufe0f',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Ünïcödé é',
])('%s stays as it is', (text) => {
  expect(visible(text)).toBe(text);
});

test('right-to-left text is isolated in a sentence', () => {
  expect(isolated('مساعد')).toBe('\u2068مساعد\u2069');
  expect(isolated('Sales')).toBe('Sales');
  expect(isolated('\u202eabc')).toBe('[U+202E]abc');
});
