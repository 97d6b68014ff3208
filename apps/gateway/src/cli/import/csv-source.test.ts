import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { columnsOf } from './columns.ts';
import { openCsv } from './csv-source.ts';
import type { RowSource } from './row-source.ts';

const columns = columnsOf({
  name: 'things',
  slug: 'things',
  output: z.object({ id: z.string(), amount: z.string(), createdAt: z.string() }),
  columnNames: {},
  time: { column: 'amount', field: 'amount' },
  input: z.strictObject({
    amount: z.string(),
    note: z.string().nullish(),
    tokens: z.int().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
});
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(content: string | Buffer) {
  const file = path.join(folder, 'file.csv');
  await writeFile(file, content);
  return openCsv(createReadStream(file), columns);
}

const read = async (content: string | Buffer) => fieldsOf(await open(content));

async function fieldsOf(source: RowSource) {
  const rows = [];
  for await (const row of source.rows) rows.push('fields' in row ? row.fields : row.problem);
  return rows;
}

test('reads what spreadsheets write', async () => {
  const content = '\uFEFFamount, note\r\n1,"a ""b"",\r\nc"\r\n\r\n,\r\n2,\n3,5" pipe\r\n"4",é';
  expect(await read(content)).toEqual([
    { amount: '1', note: 'a "b",\r\nc' },
    { amount: '2' },
    { amount: '3', note: '5" pipe' },
    { amount: '4', note: 'é' },
  ]);
});

test.each(['\uFEFFamount,note\n1,é\n', '\uFEFF"amount",note\n1,é\n', 'amount,note\n1,é\n'])(
  'a byte order mark is no part of a column, also byte by byte: %j',
  async (content) => {
    const bytes = Array.from(Buffer.from(content), (_, i) => Buffer.from(content).subarray(i, i + 1));
    for (const chunks of [bytes, [Buffer.from(content)]]) {
      const source = await openCsv(Readable.from(chunks), columns);
      expect(await fieldsOf(source)).toEqual([{ amount: '1', note: 'é' }]);
    }
  },
);

test('line ends are found wherever a chunk of the file ends', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => `${i},"x${'y'.repeat(i % 7)}"`);
  const read1 = await read(`amount,note\r\n${rows.join('\r\n')}\r\n`);
  expect(read1).toHaveLength(rows.length);
  expect(read1.every((row) => typeof row === 'object' && /^xy*$/.test(String(row.note)))).toBe(true);
});

test('cells of other types are JSON', async () => {
  expect(await read('amount,tokens,metadata\n1,12,"{""plan"":[1]}"\n1,many,1e999')).toEqual([
    { amount: '1', tokens: 12, metadata: { plan: [1] } },
    { amount: '1', tokens: 'many', metadata: '1e999' },
  ]);
});

test('a row with the wrong number of cells is a problem of that row', async () => {
  expect(await read('amount,note\n1\n2,b,"c,"\n3,d\n')).toEqual([
    'the row has 1 cells and the header 2',
    'the row has 3 cells and the header 2; extra cells: "c,"',
    { amount: '3', note: 'd' },
  ]);
});

test('a rejected row is written with its reason, in columns of its own', async () => {
  const source = await open('note,error,amount\nb,old,"1,5"\n');
  expect(source.rejectedHeader).toBe('\uFEFFnote,amount,error\n');
  for await (const row of source.rows) expect(source.rejectedLine(row, 'new')).toBe('b,"1,5",new\n');
});

test.each([
  ['', 'The file is empty'],
  ['amount,Note\n', 'Unknown: "Note"'],
  ['amount,amount\n', 'More than once: "amount"'],
  ['note\n', 'Missing: "amount"'],
  ['amount;note\n', 'separated by commas'],
])('columns %j: %s', async (content, message) => {
  await expect(open(content)).rejects.toThrow(message);
});

test('a quote that is never closed and bytes that are not UTF-8 stop the import', async () => {
  await expect(read('amount,note\n1,a\n2,"b\n3,c\n')).rejects.toThrow(
    'The row after line 2 has an unclosed quote',
  );
  await expect(read(`amount,note\n1,"${'b\n'.repeat(600_000)}`)).rejects.toThrow('The row after line 1');
  await expect(read(Buffer.from('amount,note\n1,é\n', 'latin1'))).rejects.toThrow('not UTF-8');
  await expect(read(Buffer.from('amount,note\n1,é', 'utf8').subarray(0, -1))).rejects.toThrow('not UTF-8');
});

test('a file with many columns is refused, and a row with many cells is a problem', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join();
  await expect(open(`amount,${many(90_000)}\n1\n`)).rejects.toThrow(
    'The file has 90,001 columns, and at most 500 are read. Remove those that are not needed.',
  );
  expect(await read(`amount\n1,${many(90_000)}\n`)).toEqual([
    'the row has 90001 cells and the header 1; extra cells: "c0", "c1", "c2", "c3", "c4", …',
  ]);
});

test('a cell with many characters is a problem', async () => {
  const [most, more] = ['x'.repeat(65_536), 'x'.repeat(65_537)];
  expect(await read(`amount,note\n1,${most}\n2,${more}\n${more},a\n`)).toEqual([
    { amount: '1', note: most },
    'a cell has more than 65,536 characters',
    'a cell has more than 65,536 characters',
  ]);
});
