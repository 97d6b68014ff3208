import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import { openCsv } from './csv-source.ts';
import type { FileOptions } from './file-options.ts';

const DAY = '2026-01-15T10:30:00Z';

/** Amounts, or problems, of the rows below the header, and how many rows were left out. */
async function read(rows: string, header = 'recordedAt,description,amount', options: FileOptions = {}) {
  const source = await openCsv(
    Readable.from([Buffer.from(`${header}\n${rows.replaceAll('DAY', DAY)}`)]),
    columnsOf(importKindOf('revenues')),
    options,
  );
  const read = [];
  for await (const row of source.rows) read.push('fields' in row ? row.fields.amount : row.problem);
  return { read, leftOut: Object.fromEntries(source.leftOut.rows) };
}

test.each([
  'Total',
  'TOTAL:',
  'Subtotal Consulting',
  'Grand total',
  'Total for Acme',
  'Consulting Total',
  'Summe',
  'Zwischensumme',
  'Gesamtbetrag',
  'Totale',
  'Sous-total',
])('a row without time is a total by its label: %s', async (label) => {
  const total = { read: ['1', '2'], leftOut: { totals: 1 } };
  expect(await read(`DAY,a,1\nDAY,b,2\n,${label},4\n`)).toEqual(total);
  expect(await read(`DAY,a,1\nDAY,b,2\n${label},,4\n`)).toEqual(total);
});

test('a row with nothing but the sum of a group is a total', async () => {
  const rows = 'Consulting,,\nDAY,a,1\nDAY,b,2.5\n,,3.5\nLicences,,\nDAY,c,4\n,,4\n,,7.50\n';
  expect(await read(rows)).toEqual({
    read: ['1', '2.5', '4'],
    leftOut: { 'without amount and recordedAt': 2, totals: 3 },
  });
});

test('a record whose time is missing or wrong is rejected, not left out', async () => {
  expect(await read('DAY,a,5\n,b,5\n,,5\n2026-13-01 10:30 UTC,Total,6\n')).toEqual({
    read: ['5', '5', '5', 'recordedAt does not exist in the calendar'],
    leftOut: {},
  });
});

test('headers of further pages, and lines below the report, are left out', async () => {
  const rows = 'DAY,a,1\nrecordedAt,description,amount\nDAY,b,2\nPrinted on 1 April\n"Page 2, of 2"\n';
  expect(await read(rows)).toEqual({
    read: ['1', '2'],
    leftOut: { 'repeated headers': 1, 'without amount and recordedAt': 2 },
  });
});

test('totals of a report without times, which --set gives, are left out', async () => {
  const rows = 'Europe,\nAcme,1\nBig,2\n,3\nAsia,\nCo,4\nTotal,7\n';
  const set = new Map([['recordedAt', DAY]]);
  expect(await read(rows, 'customerKey,amount', { set })).toEqual({
    read: ['1', '2', '4'],
    leftOut: { 'without amount': 2, totals: 2 },
  });
  // In a list of amounts a sum is a record.
  expect(await read('5\n6\n11\n', 'amount', { set })).toEqual({ read: ['5', '6', '11'], leftOut: {} });
});

test('repeated headers are found where columns have the same name', async () => {
  const map = new Map([
    ['amount', 'Sum#2'],
    ['recordedAt', 'Day'],
  ]);
  const rows = `DAY,1,2\nDay,Sum,Sum\nDAY,3,4\n`;
  expect(await read(rows, 'Day,Sum,Sum', { map })).toEqual({
    read: ['2', '4'],
    leftOut: { 'repeated headers': 1 },
  });
});

test('a rejected row is part of the sum of its group', async () => {
  const rows = 'Consulting,,\nDAY,a,1\n2026-13-01 10:30 UTC,b,2\n,,3\n';
  expect(await read(rows)).toEqual({
    read: ['1', 'recordedAt does not exist in the calendar'],
    leftOut: { 'without amount and recordedAt': 1, totals: 1 },
  });
});
