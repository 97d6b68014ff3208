import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';
import {
  generateRows,
  type ImportRun,
  importInside,
  recordedBy,
  runImportInside,
  startImport,
  sumOf,
  toCsv,
  untilRecorded,
} from './import.fixture.ts';

const gateway = useGateway();
const proxy = useFaultyProxies();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function startFor(developer: string, file: string, { url = gateway.url, args = [] }: Start = {}) {
  const { token } = await mintKey({ developer });
  return startImport(file, { url, apiKey: token, args });
}

type Start = { url?: string; args?: readonly string[] };

/**
 * A proxy to the gateway on which the batches of an import meet these faults one after the other, the last one for
 * ever.
 */
function wayWith(faults: readonly Fault[]) {
  let batches = 0;
  return proxy(gateway.url, () => faults[batches++] ?? faults.at(-1) ?? 'pass');
}

/** Runs an import to its end as a process of its own, and returns its exit code and counts. */
async function runFor(developer: string, file: string, options?: Start) {
  return countsOf(await (await startFor(developer, file, options)).ended);
}

/** The same in this process. */
async function runInsideFor(developer: string, file: string, args: readonly string[] = []) {
  const { token } = await mintKey({ developer });
  return countsOf(await runImportInside(file, { url: gateway.url, apiKey: token, args }));
}

function countsOf({ code, stdout, stderr }: Omit<ImportRun, 'signal'>) {
  const counts = stdout.match(/: ([\d,]+) created, ([\d,]+) already there, ([\d,]+) rejected, [\d.]+ s\n$/);
  if (!counts) throw new Error(`the import said nothing of rows:\n${stdout}${stderr}`);
  const [created, replayed, rejected] = counts.slice(1).map((count) => Number(count.replaceAll(',', '')));
  return { code, created, replayed, rejected };
}

/** More than the four batches that are in flight at once. */
const MANY = 5_500;

test('thousands of rows arrive exact to the last decimal, and a second run adds nothing', async () => {
  const rows = generateRows(MANY, 1);
  const { developer } = await mintKey();
  const file = await fileWith('large.csv', `\uFEFF${toCsv(rows)}`);
  const expected = { count: rows.length, sum: sumOf(rows.map(({ amount }) => amount)) };

  const first = await runFor(developer, file, { url: `${gateway.url}/v1/` });
  expect(first).toEqual({ code: 0, created: rows.length, replayed: 0, rejected: 0 });
  expect(await recordedBy(developer)).toEqual(expected);

  const second = await runInsideFor(developer, file);
  expect(second).toEqual({ code: 0, created: 0, replayed: rows.length, rejected: 0 });
  expect(await recordedBy(developer)).toEqual(expected);
});

test('an import that was killed half-way is completed by a second run', async () => {
  const rows = generateRows(MANY, 2);
  const { developer } = await mintKey();
  const file = await fileWith('killed.csv', toCsv(rows));
  // When the process is killed, the answer to the third batch is in flight and later batches are unsent.
  const { url } = await wayWith(['pass', 'pass', 'hang', 'reset']);
  const { child, ended } = await startFor(developer, file, { url });
  await untilRecorded(3_000, developer, ended);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });

  const again = await runInsideFor(developer, file);
  expect(again).toEqual({ code: 0, created: MANY - 3_000, replayed: 3_000, rejected: 0 });
  expect(await recordedBy(developer)).toEqual({
    count: rows.length,
    sum: sumOf(rows.map(({ amount }) => amount)),
  });
});

/** The same in this process. */
async function importFor(developer: string, file: string) {
  const { token } = await mintKey({ developer });
  return importInside('revenues', file, { url: gateway.url, apiKey: token });
}

test('identical rows keep their count, also when rows are added and moved', async () => {
  const rows = generateRows(4, 3);
  const csvOf = (...indexes: number[]) => toCsv(indexes.flatMap((i) => rows[i] ?? []));
  const { developer } = await mintKey();
  const file = await fileWith('twins.csv', csvOf(0, 0, 1, 0, 2));
  expect(await importFor(developer, file)).toEqual({ created: 5, replayed: 0, rejected: 0 });
  await writeFile(file, csvOf(2, 0, 3, 0, 1, 0, 0));
  expect(await importFor(developer, file)).toEqual({ created: 2, replayed: 5, rejected: 0 });
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
  expect(await runInsideFor(developer, file)).toEqual({ code: 1, created: 1, replayed: 0, rejected: 3 });
  const rejectedFile = path.join(folder, 'mixed.rejected.csv');
  const rejected = await readFile(rejectedFile, 'utf8');
  expect(rejected).toMatch(
    /^\uFEFFamount,recordedAt,description,error\na lot,2024-01-15T10:30:00Z,"so ""much""","?amount must be .*\n2,2024-01-15T10:30:00Z,,the row has 2 cells and the header 3\n3,,,recordedAt is required\n$/,
  );

  const corrected = rejected.replace('a lot', '4').replace('3,,', '3,2024-01-15T10:30:00Z,');
  await writeFile(rejectedFile, corrected);
  expect(await importFor(developer, rejectedFile)).toEqual({ created: 3, replayed: 0, rejected: 0 });

  await writeFile(file, `${header}\n${good}\n`);
  await writeFile(rejectedFile, rejected);
  expect(await importFor(developer, file)).toMatchObject({ replayed: 1, rejected: 0 });
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
  const run = await runInsideFor(developer, file, ['--rejected', rejectedFile]);
  expect(run).toEqual({ code: 1, created: 50, replayed: 0, rejected: 2 });
  expect(await readFile(rejectedFile, 'utf8')).toMatch(
    /^\{"line":"\{oops","error":"the line is not valid JSON"\}\n\{"amount": 1\.50,"error":"recordedAt is required"\}\n$/,
  );
  const csv = await fileWith('small.csv', toCsv(rows));
  expect(await importFor(developer, csv)).toEqual({ created: 0, replayed: 50, rejected: 0 });
});

test('an import with a key that may not write ends at once, and one with a wrong header before that', async () => {
  const { developer } = await mintKey();
  const { token } = await mintKey({ developer, scopes: ['revenues:read'] });
  const end = (file: string) => runImportInside(file, { url: gateway.url, apiKey: token });
  const columns = await fileWith('columns.csv', 'amount,recordedAt,Agent\n1,2024-01-15T10:30:00Z,a\n');
  expect(await end(columns)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Unknown: "Agent"\.\nKnown columns: amount \(required\).*agentKey/),
  });
  expect(await end(await fileWith('good.csv', 'amount,recordedAt\n1,2024-01-15T10:30:00Z\n'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('403 Forbidden: The API key lacks the scope revenues:write.'),
  });
  expect(await recordedBy(developer)).toEqual({ count: 0, sum: 0n });
});

test('Ctrl-C stops an import and prints that it can be run again', async () => {
  const { developer } = await mintKey();
  const file = await fileWith('stopped.csv', toCsv(generateRows(2_000, 5)));
  const { url } = await wayWith(['hang']);
  const { child, ended } = await startFor(developer, file, { url });
  await untilRecorded(1, developer, ended);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringContaining('You can run the same command again'),
  });
});

test('a row of the future is rejected with the reason, and the others are recorded', async () => {
  const header = 'amount,recordedAt';
  const file = await fileWith('future.csv', `${header}\n1,2026-01-15T10:30:00Z\n2,9999-01-15T10:30:00Z\n`);
  const { developer } = await mintKey();
  expect(await runInsideFor(developer, file)).toEqual({ code: 1, created: 1, replayed: 0, rejected: 1 });
  const rejected = await readFile(path.join(folder, 'future.rejected.csv'), 'utf8');
  expect(rejected).toContain('recordedAt must not be more than a day in the future');
});
