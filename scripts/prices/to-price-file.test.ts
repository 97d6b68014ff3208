import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parsePriceFile } from '../../packages/service/src/price-book/price-file.ts';
import { readProviders } from './read-providers.ts';
import { toPriceFile, writePriceFile } from './to-price-file.ts';

const builtIn = readFileSync(
  path.join(import.meta.dirname, '../../packages/service/src/price-book/built-in-prices.json'),
  'utf8',
);
const module = fileURLToPath(import.meta.resolve('@pydantic/genai-prices'));

test('built-in prices are those of the package', () => {
  const { providers: _, ...about } = parsePriceFile(builtIn);
  const source = readFileSync(module, 'utf8');
  expect(writePriceFile(toPriceFile(readProviders(source), about))).toBe(builtIn);
});

test('data that are more than literals are refused', () => {
  expect(() => readProviders('const E = [{ id: name() }];')).toThrow('have a CallExpression at 17');
  expect(() => readProviders('const E = 1;')).toThrow('no array of providers');
});

test('tier has all prices of its model', () => {
  const prices = {
    input_mtok: { base: 0.2, tiers: [{ start: 128_000, price: 0.4 }] },
    cache_read_mtok: 0.05,
    requests_kcount: 5,
    web_searches_kcount: 10,
  };
  const { providers } = toPriceFile(
    [{ id: 'one', models: [{ id: 'grok', match: { equals: 'grok' }, prices }] }],
    {
      package: 'test',
      version: '1',
      publishedOn: '2026-01-01',
      licence: '',
    },
  );
  expect(providers[0]?.models[0]?.prices).toEqual([
    {
      input: '0.2',
      cacheRead: '0.05',
      perRequest: '0.005',
      tiers: [{ above: 128_000, input: '0.4', cacheRead: '0.05' }],
    },
  ]);
});
