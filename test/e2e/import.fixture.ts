import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileOptions } from '../../apps/gateway/src/cli/import/file-options.ts';
import { importFile } from '../../apps/gateway/src/cli/import/import-file.ts';
import { formatOf } from '../../apps/gateway/src/cli/import/open-source.ts';
import { importKindOf } from '../../apps/gateway/src/cli/record-kinds.ts';
import { testDatabase } from '../support/developers.ts';
import { outturn } from '../support/program.ts';
import { runInside } from '../support/run-inside.ts';

/** A row of a generated file. */
type GeneratedRow = { amount: string; recordedAt: string; [field: string]: string };

/** Rows with random decimals, the same for the same seed. */
export function generateRows(count: number, seed: number): GeneratedRow[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const digits = (length: number) => Array.from({ length }, () => below(10)).join('');
  return Array.from({ length: count }, (_, i) => ({
    amount: `${below(10) === 0 ? '-' : ''}${1 + below(9)}${digits(below(15))}${['', `.${digits(1 + below(9))}`][below(2)]}`,
    recordedAt: new Date(1_700_000_000_000 + below(30_000_000_000)).toISOString(),
    agentKey: `agent ${below(20)}`,
    customerKey: below(3) === 0 ? '' : `customer-${below(500)}`,
    description: below(4) === 0 ? `Bought "${i}",\r\nand paid for it – at once` : '',
  }));
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function toCsv(rows: readonly Record<string, string>[]): string {
  const header = Object.keys(rows[0] ?? {});
  const cell = (text = '') => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${[header, ...rows.map((row) => header.map((name) => cell(row[name])))].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** The exact sum of decimals, in billionths. */
export function sumOf(amounts: Iterable<string>): bigint {
  let sum = 0n;
  for (const amount of amounts) {
    const [whole = '', decimals = ''] = amount.split('.');
    sum += BigInt(whole + decimals.padEnd(9, '0'));
  }
  return sum;
}

/** How many revenues a developer has, and their sum in billionths. */
export async function recordedBy(developer: string): Promise<{ count: number; sum: bigint }> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query(
    `select count(*)::int as count, coalesce(sum(amount), 0)::text as sum
     from revenues r join developers d on d.id = r.developer_id where d.name = $1`,
    [developer],
  );
  return { count: rows[0].count, sum: sumOf([rows[0].sum]) };
}

/** How an import ended. */
export type ImportRun = {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

/** A running `outturn import revenues`, as a separate process. */
export function startImport(
  file: string,
  options: { url: string; apiKey: string; args?: readonly string[] },
) {
  const child = spawn(process.execPath, [outturn, 'import', 'revenues', file, ...(options.args ?? [])], {
    env: { ...process.env, OUTTURN_URL: options.url, OUTTURN_API_KEY: options.apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]): ImportRun => ({ code, signal, ...output }));
  return { child, ended };
}

/** `outturn import revenues` in this process, to its end. */
export async function runImportInside(
  file: string,
  { url, apiKey, args = [] }: { url: string; apiKey: string; args?: readonly string[] },
): Promise<Omit<ImportRun, 'signal'>> {
  const key = apiKey === '' ? [] : ['--api-key', apiKey];
  const run = await runInside('', 'import', 'revenues', file, '--url', url, ...key, ...args);
  return { code: run.code, stdout: run.output, stderr: run.errors };
}

type InsideOptions = Pick<FileOptions, 'preset' | 'set'> & {
  url: string;
  apiKey: string;
  ignored?: readonly string[];
};

/** An import in this process without its command line. Rejected rows go beside the file. */
export function importInside(
  kind: string,
  file: string,
  { url, apiKey, ignored = [], ...options }: InsideOptions,
) {
  const { dir, name, ext } = path.parse(file);
  return importFile({
    ...options,
    file,
    format: formatOf(file, undefined),
    kind: importKindOf(kind),
    ignored,
    url,
    apiKey,
    concurrency: 4,
    rejectedFile: path.join(dir, `${name}.rejected${ext}`),
    progress: {
      start: () => undefined,
      update: () => undefined,
      note: () => undefined,
      stop: () => undefined,
    },
    signal: new AbortController().signal,
  });
}

/** Resolves once a developer has recorded this many revenues. Throws when the import has ended before. */
export async function untilRecorded(count: number, developer: string, ended: Promise<ImportRun>) {
  let run: ImportRun | undefined;
  void ended.then((result) => {
    run = result;
  });
  while ((await recordedBy(developer)).count < count) {
    if (run) throw new Error(`the import has ended already:\n${run.stdout}${run.stderr}`);
    await sleep(20);
  }
}
