import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkJson, parseJson } from './parse-json.ts';

const many = 300_000;

test.each([
  ['opening brackets', '['.repeat(many), 'nested deeper than 64 levels'],
  ['lists in lists', '['.repeat(many) + ']'.repeat(many), 'nested deeper than 64 levels'],
  ['objects in objects', '{"a":'.repeat(many), 'nested deeper than 64 levels'],
  ['empty lists', `[${'[],'.repeat(many)}[]]`, 'more than 250,000 values'],
  ['numbers', `[${'1,'.repeat(many)}1]`, 'more than 250,000 values'],
  ['keys', `{${'"a":1,'.repeat(many)}"a":1}`, 'more than 250,000 values'],
  ['texts', `[${'"",'.repeat(many)}""]`, 'more than 250,000 values'],
])('too many %s are refused before they are parsed', (_, text, message) => {
  expect(() => parseJson(text)).toThrow(message);
});

test.each([
  ['brackets', '[{'.repeat(many)],
  ['escaped quotes', '\\"[['.repeat(many)],
  ['backslashes', '\\\\'.repeat(many)],
])('%s inside of texts do not count', (_, inside) => {
  const text = `[${JSON.stringify(inside)}]`;
  expect(parseJson(text)).toEqual([inside]);
});

test('a text without an end is not valid JSON', () => {
  expect(() => parseJson(`["${'['.repeat(many)}`)).toThrow('not valid JSON');
});

test('what JSON.stringify writes is read', () => {
  const padding = 'x'.repeat(10_000);
  const law = fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
    expect(parseJson(JSON.stringify([padding, value]))).toEqual(JSON.parse(JSON.stringify([padding, value])));
  });
  fc.assert(law);
});

test('the deepest and the longest text that is allowed', () => {
  const padding = JSON.stringify('x'.repeat(10_000));
  expect(() => checkJson(`${'['.repeat(64)}${padding}${']'.repeat(64)}`)).not.toThrow();
  expect(() => checkJson(`[${padding}${',1'.repeat(249_999)}]`)).not.toThrow();
});
