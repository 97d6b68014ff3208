import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { openNdjson } from './ndjson-source.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-ndjson-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(content: string, options?: FileOptions) {
  const file = path.join(folder, 'file.ndjson');
  await writeFile(file, content);
  return openNdjson(createReadStream(file), columnsOf(importKindOf('revenues')), options);
}

async function read(content: string, options?: FileOptions) {
  const source = await open(content, options);
  const rows = [];
  for await (const row of source.rows) {
    rows.push('fields' in row ? row.fields : source.rejectedLine(row, row.problem));
  }
  return rows;
}

test('every line is a row; lines that cannot be one are problems of their own', async () => {
  const content =
    '\uFEFF{"amount":"1","key":null}\r\n\n {"amount":"2","error":"old"} \n[1]\n{oops\n{"amount":"3","foo":9.90}\n{"amount":-1e999}';
  expect(await read(content)).toEqual([
    { amount: '1' },
    { amount: '2' },
    '{"line":"[1]","error":"the line is not a JSON object"}\n',
    '{"line":"{oops","error":"the line is not valid JSON"}\n',
    '{"amount":"3","foo":9.90,"error":"foo is not a known field"}\n',
    '{"line":"{\\"amount\\":-1e999}","error":"the line holds a number that is out of range"}\n',
  ]);
});

test('an earlier reason gives way to the new one, and the rest of the text stays', async () => {
  const source = await open('');
  const rejected = (line: string) => source.rejectedLine({ original: [line], line: 0, problem: '' }, 'new');
  expect(rejected('{"a":1.0,"error":"old \\" one"}')).toBe('{"a":1.0,"error":"new"}\n');
  expect(rejected('{"error":"old"}')).toBe('{"error":"new"}\n');
  expect(rejected('{ }')).toBe('{ "error":"new"}\n');
  expect(rejected('{"a":{"error":"kept"}}')).toBe('{"a":{"error":"kept"},"error":"new"}\n');
});

test('a first row with unknown fields, and a line without end, stop the import', async () => {
  await expect(open('{"amount":"1","Agent":"a"}\n')).rejects.toThrow('Unknown: "Agent"');
  await expect(open(`"${'x'.repeat(2 ** 21)}`)).rejects.toThrow('Line 1 is larger than 1 MiB');
});

test.each([
  ['[{"amount":"1"}]', "jq -c '.[]'"],
  ['[\n', "jq -c '.[]'"],
  ['{\n  "amount": "1"\n}', 'jq -c .'],
])('JSON of another form is told how to become lines: %j', async (content, command) => {
  await expect(open(content)).rejects.toThrow(`one JSON object per line, as written by: ${command}`);
});

test('characters are whole wherever a chunk of the file ends', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ description: 'é€😀'.repeat(1 + (i % 5)) }));
  expect(await read(rows.map((row) => JSON.stringify(row)).join('\n'))).toEqual(rows);
});

test('fields are mapped, set and read like columns of CSV', async () => {
  const map = new Map([
    ['amount', 'total'],
    ['recordedAt', 'at'],
  ]);
  const options = { map, set: new Map([['source', 'Shop']]), timeZone: 'Asia/Tokyo', skipLines: 1 };
  const content =
    'title\n{"total":"$1,299.90","at":"2026-03-01 09:00","id":7}\n{"total":5,"at":"2026-03-01T00:00Z"}\n';
  expect(await read(content, options)).toEqual([
    { amount: '1299.90', recordedAt: '2026-03-01T00:00:00.000Z', source: 'Shop' },
    { amount: '5', recordedAt: '2026-03-01T00:00Z', source: 'Shop' },
  ]);
  await expect(open(content, { delimiter: ';' })).rejects.toThrow('--delimiter are for CSV files');
});

test('numbers are read as they are written, without losing digits', async () => {
  const map = new Map([
    ['amount', 'total'],
    ['recordedAt', 'created'],
    ['key', 'id'],
  ]);
  const at = '2026-03-01T00:00:00.000Z';
  const row = (total: string, id: string) =>
    `{"total":${total},"created":1772323200,"id":${id},"x":{"id":1}}\n`;
  const content = row('1e-7', '12345678901234567890') + row('123456789012.123456789', '12345678901234567891');
  expect(await read(content, { map, dateFormat: 'X' })).toEqual([
    { amount: '0.0000001', recordedAt: at, key: '12345678901234567890' },
    { amount: '123456789012.123456789', recordedAt: at, key: '12345678901234567891' },
  ]);
});

test('a line of one mebibyte is the longest, also in the middle of a file', async () => {
  const lineOf = (size: number) => `{"description":"${'x'.repeat(size - 18)}"}`;
  expect(await read(`${lineOf(2 ** 20)}\n{"amount":"1"}`)).toHaveLength(2);
  await expect(read(`{"amount":"1"}\n${lineOf(2 ** 20 + 1)}\n{"amount":"1"}\n`)).rejects.toThrow(
    'Line 2 is larger than 1 MiB.',
  );
});

test('a line with many fields is a problem, and counts them', async () => {
  const fields = Array.from({ length: 501 }, (_, i) => `"f${i}":1`);
  expect(await read(`{"amount":"1"}\n{${fields.join()}}`)).toEqual([
    { amount: '1' },
    expect.stringContaining('"error":"the line has 501 fields; at most 500 are read"'),
  ]);
});

// A pattern that begins anew at each blank would take minutes.
test.each([
  ['{"error":"old"%}', '{"error":"new"}'],
  ['{"a":"%","error":"old"%}', '{"a":"%","error":"new"}'],
  ['{"error":"old","a":"%"}', '{"error":"old","a":"%","error":"new"}'],
  ['{"a \\"error":"old","error":1,"b":2%}', '{"a \\"error":"old","error":1,"b":2%,"error":"new"}'],
])('an earlier reason among a million blanks gives way: %s', async (line, expected) => {
  const blank = (text: string) => text.replaceAll('%', ' '.repeat(500_000));
  const source = await open('');
  const rejected = source.rejectedLine({ original: [blank(line)], line: 0, problem: '' }, 'new');
  expect(rejected.trimEnd() === blank(expected)).toBe(true);
});
