import path from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { importFile, SAFE_TO_REPEAT } from '../import/import-file.ts';
import { type ImportKindName, importKinds } from '../import/import-kinds.ts';
import { createProgress, type ImportTally } from '../import/progress.ts';

const DEFAULT_URL = 'http://localhost:3000';
/** More requests than these only wait in the server's queue. */
const MAX_CONCURRENCY = 16;

/** `outturn import <kind> <file>`. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('send a file of records to a server; safe to run twice')
    .addArgument(new Argument('<kind>', 'what the rows are').choices(Object.keys(importKinds)))
    .argument('<file>', 'a .csv file with a header, or an .ndjson file')
    .addOption(
      new Option('--url <url>', 'of the server').env('OUTTURN_URL').default(DEFAULT_URL).argParser(parseUrl),
    )
    .addOption(new Option('--api-key <key>', 'needs the scope to write the records').env('OUTTURN_API_KEY'))
    .option('--concurrency <n>', `requests in flight, 1 to ${MAX_CONCURRENCY}`, parseConcurrency, 4)
    .option('--rejected <file>', 'where rejected rows go (default: FILE.rejected.csv beside FILE.csv)')
    .action(runImport);
}

type ImportCommandOptions = { url: string; apiKey?: string; concurrency: number; rejected?: string };

async function runImport(
  kind: ImportKindName,
  file: string,
  { url, apiKey, concurrency, rejected }: ImportCommandOptions,
): Promise<void> {
  if (!apiKey) throw new Error('An API key is missing. Pass --api-key or set OUTTURN_API_KEY.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new Error('The API key has characters that no API key has.');
  const { dir, name, ext } = path.parse(file);
  const rejectedFile = rejected ?? path.join(dir, `${name}.rejected${ext}`);
  if (path.resolve(rejectedFile) === path.resolve(file)) {
    throw new Error('Rejected rows cannot go to the file that is imported.');
  }
  const started = performance.now();
  const tally = await untilInterrupted((signal) =>
    importFile({
      file,
      kind: importKinds[kind],
      url,
      apiKey,
      concurrency,
      rejectedFile,
      progress: createProgress(),
      signal,
    }),
  );
  if (tally) report(tally, { file, rejectedFile, seconds: (performance.now() - started) / 1000 });
}

/** Runs work until it ends, or until Ctrl-C, which stops it; a second Ctrl-C stops everything at once. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const interruption = new AbortController();
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : interruption.abort());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write(`Stopped. ${SAFE_TO_REPEAT}\n`);
    process.exitCode = 130;
    return undefined;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

type ReportOptions = { file: string; rejectedFile: string; seconds: number };

function report(
  { created, replayed, rejected }: ImportTally,
  { file, rejectedFile, seconds }: ReportOptions,
): void {
  const count = (n: number) => n.toLocaleString('en');
  process.stdout.write(
    `${file}: ${count(created)} created, ${count(replayed)} already there, ${count(rejected)} rejected, ${seconds.toFixed(1)} s\n`,
  );
  if (rejected === 0) return;
  const rows = rejected === 1 ? '1 row was rejected' : `${count(rejected)} rows were rejected`;
  process.stderr.write(`${rows}. See ${rejectedFile} for the reason beside each.\n`);
  process.exitCode = 1;
}

function parseUrl(text: string): string {
  if (text === '') return DEFAULT_URL; // an empty variable is an unset one
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Not an http:// or https:// URL.');
  }
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

function parseConcurrency(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new InvalidArgumentError(`Not a whole number from 1 to ${MAX_CONCURRENCY}.`);
}
