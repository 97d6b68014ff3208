import { expect, test } from 'vitest';
import { jsonSizeOf, textParsers } from './answer-memory.ts';

const texts = [
  'plain',
  '"quoted" \\ and\nmore',
  '\u0001\u001f',
  '\u6c49\u5b57',
  '\u{1f422}',
  '',
  'x'.repeat(5_000),
];

test('the size of a value is that of its JSON in UTF-8', () => {
  for (const text of texts)
    expect(jsonSizeOf({ [text]: [text, { a: text }] }), text.slice(0, 20)).toBeGreaterThanOrEqual(
      Buffer.byteLength(JSON.stringify({ [text]: [text, { a: text }] })),
    );
});

test('rows hold the bytes that their texts have in an answer', () => {
  const [TEXT, JSON_TYPE, UUID] = [25, 114, 2950];
  const held = (type: number, value: string) => {
    let bytes = 0;
    const memory = {
      most: 1e9,
      hold(more: number) {
        bytes += more;
      },
      holdAtLeast() {},
      release() {},
    };
    const parse = textParsers(memory).getTypeParser(type);
    expect(parse(value)).toBe(value);
    return bytes;
  };
  for (const one of texts.filter((text) => text !== '')) {
    const text = one.repeat(40_000 / one.length + 30_000);
    expect(held(TEXT, text)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(text)) - 2);
    const json = JSON.stringify({ text });
    expect(held(JSON_TYPE, json)).toBeGreaterThanOrEqual(Buffer.byteLength(json));
  }
  expect(held(UUID, 'a'.repeat(70_000))).toBe(70_032);
});
