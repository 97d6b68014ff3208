import { expect, test } from 'vitest';
import { visible, visibleLines } from './visible.ts';

test.each([
  ['\u001b[2J\u001b]8;;x\u0007', '\\x1b[2J\\x1b]8;;x\\x07'],
  ['a\r\n\tb\u007f\u009b31m', 'a\\x0d\\x0a\\x09b\\x7f\\x9b31m'],
  ['\u202egnp.exe\u2066 \u2028\ufeff\u200b', '\\u202egnp.exe\\u2066 \\u2028\\ufeff\\u200b'],
  ['\u{e0041}\ud800', '\\u{e0041}\\ud800'],
  ['é Zoë 日本 👩‍💻 می‌خواهم \\x1b', 'é Zoë 日本 👩‍💻 می‌خواهم \\x1b'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('a text of several lines keeps its line feeds', () => {
  expect(visibleLines('a\n\u001bb\r\n')).toBe('a\n\\x1bb\\x0d\n');
});
