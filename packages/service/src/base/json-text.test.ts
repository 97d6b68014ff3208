import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escaped, joinBetween, quoted } from './json-text.ts';

test('items stand between head and tail, separated by commas, however many there are', () => {
  const law = fc.property(fc.array(fc.string()), fc.string(), fc.string(), (items, head, tail) => {
    expect(joinBetween(head, items, tail)).toBe(head + items.join(',') + tail);
  });
  fc.assert(law);
});

test('escaped text is equivalent JSON', () => {
  const law = fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(JSON.parse(escaped(text))).toBe(text);
  });
  fc.assert(law);
});

test.each([null, undefined])('%s is null', (value) => {
  expect([escaped(value), quoted(value)]).toEqual(['null', 'null']);
});

test('an empty text is kept as a text', () => {
  expect([escaped(''), quoted('')]).toEqual(['""', '""']);
});
