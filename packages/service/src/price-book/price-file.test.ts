import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BuiltInPrices } from './built-in-prices.ts';
import { loadPriceFile, parsePriceFile } from './price-file.ts';
import { builtIn } from './prices.fixture.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'outturn-price-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'prices.json');

const model = { id: 'one', match: { equals: 'one' }, prices: [{ input: '0.5' }] };
const book = (models: object[]) =>
  JSON.stringify({
    package: 'test',
    version: '1.0.0',
    publishedOn: '2026-09-23',
    licence: 'none',
    providers: [{ id: 'maker', modelMatch: { starts_with: 'one' }, models }],
  });

test('prices of a file take the place of the built-in ones', async () => {
  writeFileSync(file, book([model]));
  const prices = new BuiltInPrices(await loadPriceFile(file));
  expect(prices.find(undefined, 'ONE')?.model.prices).toEqual([{ input: '0.5' }]);
  expect(prices.find('openai', 'gpt-4.1-mini')).toBeUndefined();
});

test.each([
  ['no JSON', '{', /cannot be used: .*JSON/],
  ['no models', book([]).replace('"models":[]', '"models":null'), /providers\.0\.models/],
  ['price with 7 decimals', book([{ ...model, prices: [{ input: '0.1234567' }] }]), /prices\.0\.input/],
  ['price as a number', book([{ ...model, prices: [{ input: 1 }] }]), /prices\.0\.input/],
  ['bad regular expression', book([{ ...model, match: { regex: '(' } }]), /models\.0\.match/],
  ['day that is none', book([{ ...model, prices: [{ startDate: '2026-13-01' }] }]), /prices\.0\.startDate/],
])('file with %s is refused with its name and the reason', async (_, text, reason) => {
  writeFileSync(file, text);
  await expect(loadPriceFile(file)).rejects.toThrow(`PRICE_BOOK (${file})`);
  await expect(loadPriceFile(file)).rejects.toThrow(reason);
});

test('file that is missing is refused', async () => {
  await expect(loadPriceFile(path.join(folder, 'none.json'))).rejects.toThrow('ENOENT');
});

test('built-in prices have the form of such a file', () => {
  expect(parsePriceFile(JSON.stringify(builtIn.file))).toEqual(builtIn.file);
});

test('the built-in prices take at most 15 MiB', async () => {
  const before = process.memoryUsage().heapUsed;
  const prices = new BuiltInPrices(await loadPriceFile(undefined));
  // A collection in between makes it less.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(15 * 1024 ** 2);
  expect(prices.find('openai', 'gpt-4.1-mini')).toBeDefined();
});
