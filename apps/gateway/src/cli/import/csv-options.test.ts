import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import { openCsv } from './csv-source.ts';
import type { FileOptions } from './file-options.ts';
import { presets } from './presets/presets.ts';
import { namesUtc } from './similar-names.ts';

const open = (
  content: string,
  options: FileOptions = {},
  { kind = 'revenues', ignored = [] as string[] } = {},
) => openCsv(Readable.from([Buffer.from(content)]), columnsOf(importKindOf(kind), ignored), options);

async function read(...args: Parameters<typeof open>) {
  const source = await open(...args);
  const rows = [];
  for await (const row of source.rows) rows.push('fields' in row ? row.fields : row.problem);
  return { rows, leftOut: Object.fromEntries(source.leftOut.rows) };
}

const map = (fields: Record<string, string>) => ({ map: new Map(Object.entries(fields)) });
const both = map({ amount: 'Total', recordedAt: 'Date (UTC)' });
const good = { amount: '5', recordedAt: '2026-01-15T10:30:00.000Z' };

test('columns are mapped and set, and cells are trimmed', async () => {
  const content = ' Total ,Date\n(UTC),Source\n'.replace('Date\n(UTC)', '"Date\n(UTC)"');
  const rows = `${content} 5 , 2026-01-15 10:30 ,web\n`;
  expect((await read(rows, { ...both, set: new Map([['source', 'Shop']]) })).rows).toEqual([
    { ...good, source: 'Shop' },
  ]);
});

test('values of --set are read like cells', async () => {
  const set = new Map([
    ['occurredAt', '2026-01-15'],
    ['cost', '$1,000'],
    ['metadata', '{"a":[1]}'],
  ]);
  const { rows } = await read('type\nllm.call\n', { set, timeZone: 'UTC' }, { kind: 'events' });
  expect(rows).toEqual([
    { type: 'llm.call', cost: '1000', metadata: { a: [1] }, occurredAt: '2026-01-15T00:00:00.000Z' },
  ]);
});

test('a column that names UTC gives times their zone, and contradicts another one', async () => {
  const content = 'Total,Date (UTC)\n5,2026-01-15 10:30\n';
  expect((await read(content, both)).rows).toEqual([good]);
  await expect(read(content, { ...both, timeZone: 'Asia/Tokyo' })).rejects.toThrow(
    '"Date (UTC)" is in UTC: leave out --time-zone',
  );
  const other = map({ amount: 'Total', recordedAt: 'Date' });
  expect((await read('Total,Date\n5,2026-01-15 10:30\n', other)).rows).toEqual([
    'recordedAt has no time zone; pass --time-zone, such as --time-zone Europe/Berlin',
  ]);
});

test.each([
  ['created_utc', true],
  ['Created (UTC)', true],
  ['createdUTC', false],
  ['Time (GMT+1)', false],
  ['Outcome', false],
])('the column %s names UTC: %s', (name, isUtc) => {
  expect(namesUtc(name)).toBe(isUtc);
});

test.each([';', '\t', '|'])('cells are separated by %j', async (delimiter) => {
  const content = ['amount,recordedAt,description', '5,2026-01-15T10:30:00.000Z,"a;\tb|"', '6,,x,y'].join(
    '\n',
  );
  const separated = content.replaceAll(',', delimiter);
  const source = await open(separated, { delimiter });
  const [first, second] = await Array.fromAsync(source.rows);
  expect(first).toMatchObject({ fields: { ...good, description: 'a;\tb|' } });
  expect(second).toMatchObject({ problem: 'the row has 4 cells and the header 3; extra cells: "y"' });
  expect(source.rejectedHeader).toBe(
    `\uFEFFamount${delimiter}recordedAt${delimiter}description${delimiter}error\n`,
  );
});

test('the line ends of old programs and the first line of Excel are read', async () => {
  expect((await read('amount,recordedAt\r5,2026-01-15T10:30:00.000Z\r')).rows).toEqual([good]);
  await expect(open('a,b\n', { skipLines: 3 })).rejects.toThrow(
    'Below the 3 lines of --skip-lines, the file is empty',
  );
  const content = 'sep=;\r\namount;recordedAt\r\n5;2026-01-15T10:30:00.000Z\r\n';
  expect((await read(content, { delimiter: ';' })).rows).toEqual([good]);
});

test('columns and cells of Excel without content are left out', async () => {
  const content =
    ',amount,recordedAt,,\n,,,,\n7,5,2026-01-15T10:30:00.000Z,,,,\n,6,2026-01-15T10:30:00.000Z,,odd\n';
  const source = await open(content);
  expect(await Array.fromAsync(source.rows)).toMatchObject([
    { fields: good },
    { problem: 'the row has 4 cells and the header 3; extra cells: "odd"' },
  ]);
  expect(source.leftOut).toMatchObject({ unnamed: 3, rows: new Map([['empty', 1]]) });
});

test('repeated columns are told apart where columns are mapped', async () => {
  const content = 'Total,Total,Date (UTC)\n4,5,2026-01-15 10:30\n';
  expect((await read(content, map({ amount: 'Total#2', recordedAt: 'Date (UTC)' }))).rows).toEqual([good]);
  await expect(read(content, both)).rejects.toThrow('not in the file: "Total" (did you mean "Total#1"?)');
});

test('a day and a clock in columns of their own are read as one time', async () => {
  const content = 'Total,Date,Time\n5,01/15/2026,10:30:00 AM\n6,,\n7,01/16/2026,\n';
  const options = { ...map({ amount: 'Total', recordedAt: 'Date+Time' }), timeZone: 'UTC' };
  expect((await read(content, { ...options, dateFormat: 'MM/DD/YYYY h:mm:ss A' })).rows).toEqual([
    good,
    { amount: '6' },
    'recordedAt does not match --date-format MM/DD/YYYY h:mm:ss A',
  ]);
  expect((await read('Total,Date+Time\n5,2026-01-15 10:30\n', options)).rows).toEqual([good]);
  const three = 'Total,Date,Time,Date+Time\n5,2025-01-01,00:00,2026-01-15 10:30\n';
  expect((await read(three, options)).rows).toEqual([good]);
  await expect(read('Total,Date\n5,2026-01-15\n', options)).rejects.toThrow('not in the file: "Date+Time"');
});

test('marks that keep a spreadsheet from calculating are no part of a cell', async () => {
  const marked = `"=""0012""","=""5""",'2026-01-15T10:30:00.000Z\n'0013,'-5,2026-01-15T10:30:00.000Z\n`;
  expect((await read(`key,amount,recordedAt\n${marked}`)).rows).toEqual([
    { ...good, key: '0012' },
    { ...good, amount: '-5', key: '0013' },
  ]);
});

test('an id of another program is the key, and its column is never proposed to be ignored', async () => {
  const content = 'id,amount,recordedAt\nch_1,5,2026-01-15T10:30:00.000Z\nch_1,5,2026-01-15T10:30:00.000Z\n';
  const refused = open(content);
  await expect(refused).rejects.toThrow('--map key=id');
  await expect(refused).rejects.not.toThrow('--ignore');
  expect((await read(content, map({ key: 'id' }))).rows).toEqual(Array(2).fill({ ...good, key: 'ch_1' }));
  const large = 'Id,amount,recordedAt\n5.3E+12,5,2026-01-15T10:30:00.000Z\n';
  expect((await read(large, map({ key: 'Id' }))).rows).toEqual([
    'key was shortened by a spreadsheet; import the file as it was exported',
  ]);
});

test.each([
  [map({ amout: 'Total' }), 'revenues have no field "amout" (did you mean amount?)'],
  [map({ amount: 'Totl' }), 'Passed to --map but not in the file: "Totl" (did you mean "Total"?)'],
  [{ ...both, set: new Map([['amount', '1']]) }, 'amount is passed to --set, and also a column.'],
  [{ delimiter: ';' }, 'Columns must be separated by ";", or pass --delimiter \',\'.'],
])('wrong options are told before anything is sent: %j', async (options, message) => {
  await expect(open('Total,Date (UTC)\n5,2026-01-15 10:30\n', options)).rejects.toThrow(message);
});

test('a row of a preset with cells out of place is rejected, not left out', async () => {
  const content = [
    'id,Description,Created (UTC),Amount,Currency,Status,Captured',
    'ch_1,Plan, Pro,2026-01-15 10:30,5,usd,Paid,true',
    'ch_2,Plan,2026-01-15 10:30,5,usd,Failed,false',
  ];
  expect(await read(content.join('\n'), { preset: stripe })).toEqual({
    rows: ['the row has 8 cells and the header 7; extra cells: "true"'],
    leftOut: { 'not paid': 1 },
  });
  await expect(open(content.join('\n'), { preset: stripe }, { kind: 'goals' })).rejects.toThrow(
    'goals have no field "amount"',
  );
});

const stripe = presets.find(({ name }) => name === 'stripe');
/** A charge of 5 dollars, of which `refunded` was paid back. */
const charge = (id: string, refunded: string) =>
  `${id},2026-01-15 10:30,5,${refunded},usd,Partially refunded,true`;
const charges = (...rows: readonly string[]) =>
  ['id,Created (UTC),Amount,Amount Refunded,Currency,Status,Captured', ...rows].join('\n');

test('what a preset finds to be paid back is a refund beside the fields', async () => {
  const source = await open(charges(charge('ch_1', '5'), charge('ch_2', '"-$1.50"')), { preset: stripe });
  const common = { recordedAt: good.recordedAt };
  expect(await Array.fromAsync(source.rows)).toMatchObject([
    {
      line: 2,
      fields: { ...good, key: 'ch_1', source: 'Stripe' },
      refund: {
        ...common,
        revenueKey: 'ch_1',
        key: 'ch_1:refund',
        amount: '5',
        description: 'Refund of ch_1',
      },
    },
    { line: 3, fields: { ...good, key: 'ch_2' }, refund: { ...common, key: 'ch_2:refund', amount: '1.50' } },
  ]);
});

test.each(['0', '0.00', '-0', '$0'])('%s is no refund', async (refunded) => {
  const source = await open(charges(charge('ch_1', refunded)), { preset: stripe });
  const [row] = await Array.fromAsync(source.rows);
  expect(row).toMatchObject({ fields: { ...good, key: 'ch_1', source: 'Stripe' } });
  expect(row).not.toHaveProperty('refund');
});

test.each([
  ['ch_1', '', 'the row is refunded, but the refunded amount is missing'],
  ['', '5', 'key is required, because the refund of the row names it'],
  ['ch_1', '5.01', 'Amount Refunded is 5.01, more than the amount of 5'],
  ['ch_1', 'all', 'Amount Refunded is no amount'],
  ['ch_1', '€5', 'Amount Refunded is in €; amounts are in US dollars'],
])('a charge with the id %j and %j paid back is rejected as a whole', async (id, refunded, problem) => {
  expect((await read(charges(charge(id, refunded)), { preset: stripe })).rows).toEqual([problem]);
});

test('a preset needs its columns', async () => {
  const content = charges(charge('ch_1', '5'));
  await expect(open(content, { preset: stripe }, { ignored: ['id'] })).rejects.toThrow('Missing: "id".');
  const shopify = presets.find(({ name }) => name === 'shopify');
  await expect(open(content, { preset: shopify })).rejects.toThrow('Did you mean: --preset stripe');
});

test('a field whose columns of the preset are all absent is read from the column of its own name', async () => {
  const header = 'id,Amount,Currency,Status,Captured,Created (UTC),customerKey';
  const content = `${header}\nch_1,5,usd,Paid,true,2026-01-15 10:30,acme\n`;
  expect((await read(content, { preset: stripe })).rows).toEqual([
    { ...good, key: 'ch_1', customerKey: 'acme', source: 'Stripe' },
  ]);
});

test('a quoted header with several separators ends the proposals', async () => {
  await expect(open('"a;b,c"\n')).rejects.toThrow("pass --delimiter ';'");
});

test('rows that an unclosed quote makes part of a cell are rejected with it', async () => {
  const time = '2026-01-15T10:30:00.000Z';
  const rows = [`5,${time},"open`, `6,${time},b`, `7,${time},c"`, `5,${time},"two\n2, lines, ""quoted"""`];
  expect((await read(`amount,recordedAt,description\n${rows.join('\n')}\n`)).rows).toEqual([
    `a cell holds a further row, "6,${time},b"; close the quote before it`,
    { ...good, description: 'two\n2, lines, "quoted"' },
  ]);
  const clock = 'Total,Date,Time,Note\n5,15.01.2026,10:30,"open\n6,15.01.2026,10:31,b"\n';
  const options = { ...map({ amount: 'Total', recordedAt: 'Date+Time' }), timeZone: 'UTC' };
  expect((await read(clock, { ...options, dateFormat: 'DD.MM.YYYY HH:mm' })).rows).toEqual([
    'a cell holds a further row, "6,15.01.2026,10:31,b"; close the quote before it',
  ]);
});
