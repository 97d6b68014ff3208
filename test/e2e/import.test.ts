import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import {
  generateRows,
  type ImportRun,
  recordedBy,
  startImport,
  sumOf,
  toCsv,
  untilRecorded,
} from './import.fixture.ts';

let gateway: Gateway;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-import-'));
  gateway = await startGateway(inject('databaseUrl'));
});

afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

async function fileWith(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function startFor(developer: string, file: string, args: readonly string[] = []) {
  const { token } = await mintKey({ developer });
  return startImport(file, { url: gateway.url, apiKey: token, args });
}

/** Runs an import to its end and returns its exit code and counts. */
async function runFor(developer: string, file: string, args?: readonly string[]) {
  const run: ImportRun = await (await startFor(developer, file, args)).ended;
  const counts = run.stdout.match(
    /: ([\d,]+) created, ([\d,]+) already there, ([\d,]+) rejected, [\d.]+ s\n$/,
  );
  if (!counts) throw new Error(`the import said nothing of rows:\n${run.stdout}${run.stderr}`);
  const [created, replayed, rejected] = counts.slice(1).map((count) => Number(count.replaceAll(',', '')));
  return { code: run.code, created, replayed, rejected };
}

test('100,000 rows arrive to the last decimal, and a second run adds nothing', {
  timeout: 240_000,
}, async () => {
  const rows = generateRows(100_000, 1);
  const { developer } = await mintKey();
  const file = await fileWith('large.csv', `\uFEFF${toCsv(rows)}`);
  const expected = { count: rows.length, sum: sumOf(rows.map(({ amount }) => amount)) };

  const first = await runFor(developer, file);
  expect(first).toEqual({ code: 0, created: rows.length, replayed: 0, rejected: 0 });
  expect(await recordedBy(developer)).toEqual(expected);

  const second = await runFor(developer, file);
  expect(second).toEqual({ code: 0, created: 0, replayed: rows.length, rejected: 0 });
  expect(await recordedBy(developer)).toEqual(expected);
});

test('an import that was killed half-way is completed by running it again', {
  timeout: 120_000,
}, async () => {
  const rows = generateRows(40_000, 2);
  const { developer } = await mintKey();
  const file = await fileWith('killed.csv', toCsv(rows));
  const { child, ended } = await startFor(developer, file);
  await untilRecorded(5_000, developer, ended);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });

  const again = await runFor(developer, file);
  expect(again).toMatchObject({ code: 0, rejected: 0 });
  expect(again.created).toBeGreaterThan(0);
  expect(again.replayed).toBeGreaterThanOrEqual(5_000);
  expect(await recordedBy(developer)).toEqual({
    count: rows.length,
    sum: sumOf(rows.map(({ amount }) => amount)),
  });
});

test('identical rows stay as many as they are, also when rows are added and moved', async () => {
  const rows = generateRows(4, 3);
  const csvOf = (...indexes: number[]) => toCsv(indexes.flatMap((i) => rows[i] ?? []));
  const { developer } = await mintKey();
  const file = await fileWith('twins.csv', csvOf(0, 0, 1, 0, 2));
  expect(await runFor(developer, file)).toEqual({ code: 0, created: 5, replayed: 0, rejected: 0 });
  await writeFile(file, csvOf(2, 0, 3, 0, 1, 0, 0));
  expect(await runFor(developer, file)).toEqual({ code: 0, created: 2, replayed: 5, rejected: 0 });
});

test('rejected rows go to a file with their reasons, which can be corrected and imported', async () => {
  const { developer } = await mintKey();
  const header = 'amount,recordedAt,description';
  const good = '1.50,2024-01-15T10:30:00Z,fine';
  const file = await fileWith(
    'mixed.csv',
    [header, good, 'a lot,2024-01-15T10:30:00Z,"so ""much"""', '2,2024-01-15T10:30:00Z', '3,,', ''].join(
      '\n',
    ),
  );
  expect(await runFor(developer, file)).toEqual({ code: 1, created: 1, replayed: 0, rejected: 3 });
  const rejectedFile = path.join(folder, 'mixed.rejected.csv');
  const rejected = await readFile(rejectedFile, 'utf8');
  expect(rejected).toMatch(
    /^\uFEFFamount,recordedAt,description,error\na lot,2024-01-15T10:30:00Z,"so ""much""","?amount must be .*\n2,2024-01-15T10:30:00Z,,the row has 2 cells and the header 3\n3,,,recordedAt is required\n$/,
  );

  const corrected = rejected.replace('a lot', '4').replace('3,,', '3,2024-01-15T10:30:00Z,');
  await writeFile(rejectedFile, corrected);
  expect(await runFor(developer, rejectedFile)).toEqual({ code: 0, created: 3, replayed: 0, rejected: 0 });

  await writeFile(file, `${header}\n${good}\n`);
  await writeFile(rejectedFile, rejected);
  expect(await runFor(developer, file)).toMatchObject({ code: 0, replayed: 1 });
  await expect(readFile(rejectedFile)).rejects.toThrow('ENOENT');
});

test('NDJSON is imported under the same keys as CSV', async () => {
  const rows = generateRows(50, 4);
  const { developer } = await mintKey();
  const lines = rows.map((row) =>
    JSON.stringify({
      ...row,
      customerKey: row.customerKey || null,
      description: row.description || undefined,
    }),
  );
  const file = await fileWith('small.ndjson', [...lines, '{oops', '{"amount": 1.50}', ''].join('\n'));
  const rejectedFile = path.join(folder, 'bad.ndjson');
  const run = await runFor(developer, file, ['--rejected', rejectedFile]);
  expect(run).toEqual({ code: 1, created: 50, replayed: 0, rejected: 2 });
  expect(await readFile(rejectedFile, 'utf8')).toMatch(
    /^\{"line":"\{oops","error":"the line is not valid JSON"\}\n\{"amount": 1\.50,"error":"amount must .*; recordedAt is required"\}\n$/,
  );
  const csv = await fileWith('small.csv', toCsv(rows));
  expect(await runFor(developer, csv)).toEqual({ code: 0, created: 0, replayed: 50, rejected: 0 });
});

test('what is wrong as a whole is said at once, and nothing is sent', async () => {
  const { token, developer } = await mintKey();
  const end = async (file: string, apiKey = token) => startImport(file, { url: gateway.url, apiKey }).ended;
  const columns = await fileWith('columns.csv', 'amount,recordedAt,Agent\n1,2024-01-15T10:30:00Z,a\n');
  expect(await end(columns)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Unknown: "Agent"\.\nKnown columns: amount \(required\).*agentKey/),
  });
  const good = await fileWith('good.csv', 'amount,recordedAt\n1,2024-01-15T10:30:00Z\n');
  expect(await end(good, '')).toMatchObject({ code: 1, stderr: expect.stringContaining('OUTTURN_API_KEY') });
  const reader = await mintKey({ developer, scopes: ['revenues:read'] });
  expect(await end(good, reader.token)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('403 Forbidden: The API key lacks the scope revenues:write.'),
  });
  expect(await recordedBy(developer)).toEqual({ count: 0, sum: 0n });
});

test('Ctrl-C stops an import and says that it can be run again', async () => {
  const { developer } = await mintKey();
  const file = await fileWith('stopped.csv', toCsv(generateRows(40_000, 5)));
  const { child, ended } = await startFor(developer, file);
  await untilRecorded(1, developer, ended);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringContaining('safe to run'),
  });
});
