import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import { isCurrency } from './currency.ts';
import type { FileOptions } from './file-options.ts';
import { formats } from './open-source.ts';

const DAY = '2026-01-15T10:30:00Z';

async function read(
  format: keyof typeof formats,
  content: string,
  { ignored, ...options }: FileOptions & { ignored?: string[] } = {},
) {
  const columns = columnsOf(importKindOf('revenues'), ignored);
  const source = await formats[format](Readable.from([Buffer.from(content)]), columns, options);
  const rows = await Array.fromAsync(source.rows);
  return rows.map((row) => ('fields' in row ? row.fields.amount : row.problem));
}

const refused = 'the currency is EUR; only USD is recorded';

test.each([
  ['csv', `amount,recordedAt,Currency\n5,${DAY},usd\n6,${DAY},EUR\n7,${DAY},\n`],
  [
    'ndjson',
    `{"amount":"5","recordedAt":"${DAY}","currency":"usd"}\n{"amount":"6","recordedAt":"${DAY}","currency":"eur"}\n{"amount":"7","recordedAt":"${DAY}"}\n`,
  ],
] as const)('rows of a %s file in another currency are refused', async (format, content) => {
  expect(await read(format, content)).toEqual(['5', refused, '7']);
  const map = new Map([['amount', 'amount']]);
  expect(await read(format, content, { map })).toEqual(['5', refused, '7']);
  const ignored = [format === 'csv' ? 'Currency' : 'currency'];
  expect(await read(format, content, { ignored })).toEqual(['5', '6', '7']);
});

test('an amount whose column names USD is recorded whatever the currency of the sale', async () => {
  const content = `Total,Total USD,recordedAt,Currency\n5,6,${DAY},EUR\n`;
  expect(await read('csv', content, { map: new Map([['amount', 'Total USD']]) })).toEqual(['6']);
  expect(await read('csv', content, { map: new Map([['amount', 'Total']]) })).toEqual([refused]);
});

test.each([
  ['Currency', true],
  ['Currency#2', true],
  ['currency_code', true],
  ['Curr.', true],
  ['Währung', true],
  ['WKZ Umsatz', true],
  ['customer_facing_currency', false],
  ['Payout Currency', false],
  ['Current balance', false],
])('the column %s is the currency of its row: %s', (name, expected) => {
  expect(isCurrency(name)).toBe(expected);
});
