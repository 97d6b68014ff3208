import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import { openCsv } from './csv-source.ts';

const open = (content: string) =>
  openCsv(Readable.from([Buffer.from(content)]), columnsOf(importKindOf('revenues')));

test.each([
  ['Amount,Created (UTC)\n5,2026-01-15 10:30\n', '--map amount=Amount,recordedAt="Created (UTC)"'],
  ['Net,Paid on\n5,2026-01-15 10:30Z\n', '--map amount=Net,recordedAt="Paid on"'],
  ['Amount,Amount Refunded,Date\n5,0,2026-01-15T10:30Z\n', '--map amount=Amount,recordedAt=Date'],
  ['Total,When was the date\nfive,2026-01-15\n', '--map recordedAt="When was the date" --time-zone'],
  ['amount,recordedAt,Agent\n5,2026-01-15T10:30Z,a\n', '--map agentKey=Agent'],
  ['amount,recordedAt,Invoice No\n5,2026-01-15T10:30Z,a\n', '--map key="Invoice No"'],
  ['Report\n2026\n\nTotal,Date\n5,15.01.2026\n', '--skip-lines 3'],
  ['Total;Date\n"1.299,90";15.01.2026\n', "--delimiter ';'"],
  [
    'created,created_utc,net\n2026-01-15 09:30,2026-01-15 10:30,5\n',
    '--map amount=net,recordedAt=created_utc',
  ],
  ['Total,Total USD,Date (UTC)\n5,6,2026-01-15 10:30\n', '--map amount="Total USD",recordedAt="Date (UTC)"'],
  ['Sub Total Amount,Total Amount,Date (UTC)\n5,6,2026-01-15\n', '--map amount="Total Amount",'],
  ['Net,Date,Time\n5,01/15/2026,10:30:15\n', '--map amount=Net,recordedAt=Date+Time --date-format "MM/DD'],
  ['Net,Date,Date Time\n5,2026-01-15,2026-01-15 10:30\n', '--map amount=Net,recordedAt="Date Time"'],
  ['Net,Created\n5,1768473000\n', '--map amount=Net,recordedAt=Created --date-format X'],
])('columns %j have a proposal: %s', async (content, proposal) => {
  await expect(open(content)).rejects.toThrow(`Did you mean: ${proposal}`);
});

test('columns that could be a required field or a key are not proposed for --ignore', async () => {
  const content = 'Wert,Zeit,Color\n5,2026-01-15T10:30:00Z,red\n';
  await expect(open(content)).rejects.toThrow(/Did you mean: --map amount=Wert,recordedAt=Zeit$/);
  const two = 'A,B,Zeit,Color\n5,6,2026-01-15T10:30:00Z,red\n';
  await expect(open(two)).rejects.toThrow(/Did you mean: --map recordedAt=Zeit\n.* --map amount=…$/);
  const amounts = open('A,B,recordedAt,Color\n5,6,2026-01-15T10:30:00Z,red\n');
  await expect(amounts).rejects.toThrow(/skip them with: --ignore "Color"$/);
  const keys = 'amount,recordedAt,Invoice No\n5,2026-01-15T10:30Z,7\n6,2026-01-15T10:30Z,7\n';
  await expect(open(keys)).rejects.toThrow('If this column is the key of each row: --map key="Invoice No"');
});

test('a column that only its values keep from being proposed is named with one of them', async () => {
  await expect(open('Date,Amount\n46037,5\n')).rejects.toThrow(
    'Name the column of recordedAt: --map recordedAt=… ("46037" in "Date" is a day number of a spreadsheet',
  );
  await expect(open('Date,Amount\n2026-01-15,five\n')).rejects.toThrow(
    'Name the column of amount: --map amount=… ("five" in "Amount" is no amount)',
  );
});

test('a file of which nothing fits is not proposed to be ignored', async () => {
  await expect(open('<!DOCTYPE html>\n<html>\n')).rejects.toThrow(
    /Name the column of amount: --map amount=…\nName the column of recordedAt: --map recordedAt=…$/,
  );
});

test('a longer name is no misspelt field', async () => {
  const rows = '5,2026-01-15T10:30Z,a,b\n6,2026-01-15T10:30Z,a,b\n';
  await expect(open(`amount,recordedAt,source_id,Agent\n${rows}`)).rejects.toThrow(
    /Did you mean: --map agentKey=Agent$/,
  );
});
