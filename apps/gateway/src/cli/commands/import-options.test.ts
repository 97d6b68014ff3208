import { expect, test } from 'vitest';
import { parseDelimiter, parsePairs } from './import-options.ts';
import { refusalOf } from './refusal.fixture.ts';

test.each([
  ['amount=Amount,recordedAt=Created (UTC)', { amount: 'Amount', recordedAt: 'Created (UTC)' }],
  ['amount="Amount, net",key=id', { amount: 'Amount, net', key: 'id' }],
  ['description=Sales, all of 2026', { description: 'Sales, all of 2026' }],
  ['source= Shop = web ', { source: 'Shop = web' }],
  ['metadata={"a":"b,c"}', { metadata: '{"a":"b,c"}' }],
])('pairs %s', (text, pairs) => {
  expect(Object.fromEntries(parsePairs(text))).toEqual(pairs);
});

test('pairs of a repeated option are collected, a repeated field is refused', () => {
  const first = parsePairs('amount=Total');
  expect([...parsePairs('key=id', first)]).toEqual([
    ['amount', 'Total'],
    ['key', 'id'],
  ]);
  expect(() => parsePairs('amount=Net', first)).toThrow('The field amount is named twice.');
});

test('tab is written as a word or as its escape', () => {
  expect([parseDelimiter('tab'), parseDelimiter('\\t'), parseDelimiter(';')]).toEqual(['\t', '\t', ';']);
});

test.each([
  [['--map', 'amount'], /like amount=Total,recordedAt="Paid at"/],
  [['--delimiter', ';;'], /one character, such as ';', or tab/],
  [['--encoding', 'cp-1252'], /such as windows-1252/],
  [['--time-zone', 'Berlin'], /such as Europe\/Berlin/],
  [['--date-format', '%d.%m.%Y'], /tokens of Day\.js, such as DD\.MM\.YYYY/],
  [['--skip-lines', '-1'], /whole number from 0/],
  [['--preset', 'paypal'], /Allowed choices are stripe, shopify/],
])('%j is refused with what to do', async (args, message) => {
  expect(await refusalOf(['import', 'revenues', 'any.csv', ...args])).toMatch(message);
});
