import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDocumentCache } from './document-cache.ts';

const document = parse('{ a }');
const text = (name: string) => name.padEnd(64 * 1024);

test('the cache keeps the last used documents within its size', () => {
  const cache = createDocumentCache();
  for (const name of ['a', 'b', 'c', 'd']) cache.set(text(name), document);
  expect(cache.get(text('a'))).toBe(document);
  cache.set(text('a'), document);
  cache.set(text('e'), document);

  expect(cache.get(text('b'))).toBeUndefined();
  for (const name of ['a', 'c', 'd', 'e']) expect(cache.get(text(name))).toBe(document);
});

test('the cache does not keep a document that is larger than the cache', () => {
  const cache = createDocumentCache();
  cache.set('x'.repeat(1024 ** 2), document);
  expect(cache.get('x'.repeat(1024 ** 2))).toBeUndefined();
  cache.set('small', document);
  expect(cache.get('small')).toBe(document);
});
