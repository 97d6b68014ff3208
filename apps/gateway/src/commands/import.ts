import path from 'node:path';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { importFile } from '../import/import-file.ts';
import { type ImportKindName, importKinds } from '../import/import-kinds.ts';
import { createProgress, type ImportTally } from '../import/progress.ts';
import { apiKeyOption, checkApiKey, untilInterrupted, urlOption } from './remote.ts';

/** More requests than these only wait in the server's queue. */
const MAX_CONCURRENCY = 16;

/** `outturn import <kind> <file>`. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('send a file of records to a server; safe to run twice')
    .addArgument(new Argument('<kind>', 'what the rows are').choices(Object.keys(importKinds)))
    .argument('<file>', 'a .csv file with a header, or an .ndjson file')
    .addOption(urlOption())
    .addOption(apiKeyOption('needs the scope to write the records'))
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
      apiKey: checkApiKey(apiKey),
      concurrency,
      rejectedFile,
      progress: createProgress('rows'),
      signal,
    }),
  );
  if (tally) report(tally, { file, rejectedFile, seconds: (performance.now() - started) / 1000 });
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

function parseConcurrency(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new InvalidArgumentError(`Not a whole number from 1 to ${MAX_CONCURRENCY}.`);
}
