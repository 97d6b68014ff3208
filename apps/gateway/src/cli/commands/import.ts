import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { isThere } from '../../process/private-file.ts';
import { countLeftOut, describeLeftOut } from '../import/describe-left-out.ts';
import { dryRun } from '../import/dry-run.ts';
import type { FileOptions } from '../import/file-options.ts';
import { importFile } from '../import/import-file.ts';
import { type Format, formatOf, formats, STANDARD_INPUT } from '../import/open-source.ts';
import { describeRefunds, type ImportTally } from '../import/tally.ts';
import { say, tell } from '../print.ts';
import { createProgress } from '../progress.ts';
import { importKindNames, importKindOf } from '../record-kinds.ts';
import {
  parseDateFormat,
  parseDelimiter,
  parseEncoding,
  parseLineCount,
  parsePairs,
  parseTimeZone,
  presetOption,
} from './import-options.ts';
import { apiKeyOption, checkApiKey, untilInterrupted, urlOption } from './server-options.ts';

/** The server queues requests beyond this number. */
const MAX_CONCURRENCY = 16;

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('send a file of records to a server; safe to run twice. See docs/importing.md')
    .addArgument(new Argument('<kind>', 'kind of records').choices(importKindNames))
    .argument('<file>', 'a .csv file with a header, or an .ndjson file, also .gz; - for standard input')
    .addOption(urlOption())
    .addOption(
      apiKeyOption('needs the scope to write the records, and to read them for files written by `export`'),
    )
    .addOption(
      new Option('--format <format>', 'default: from the file name; csv for standard input').choices(
        Object.keys(formats),
      ),
    )
    .addOption(presetOption())
    .option('--map <field=column,…>', 'column of a field; can be repeated', parsePairs)
    .option('--set <field=value,…>', 'value of a field in every row; can be repeated', parsePairs)
    .option('--ignore <column>', 'skip a column; can be repeated', collect)
    .option('--delimiter <character>', 'separator of a CSV file, or tab (default: comma)', parseDelimiter)
    .option(
      '--encoding <name>',
      'such as windows-1252 (default: utf-8, or by a byte order mark)',
      parseEncoding,
    )
    .option('--skip-lines <n>', 'title lines above the header', parseLineCount)
    .option('--decimal-comma', 'amounts are written like 1.299,90')
    .option('--date-format <format>', 'of times, in tokens of Day.js such as DD.MM.YYYY', parseDateFormat)
    .option('--time-zone <zone>', 'of times without one, such as Europe/Berlin', parseTimeZone)
    .option('--dry-run', 'send nothing: show the first records and what would be refused')
    .option('--concurrency <n>', `requests in flight, 1 to ${MAX_CONCURRENCY}`, parseConcurrency, 4)
    .option(
      '--rejected <file>',
      'file for rejected rows (default: FILE.rejected.csv beside FILE.csv, KIND.rejected.csv for standard input)',
    )
    .action(runImport);
}

type ImportCommandOptions = FileOptions & {
  url: string;
  dryRun?: boolean;
  apiKey?: string;
  format?: Format;
  ignore?: readonly string[];
  concurrency: number;
  rejected?: string;
};

async function runImport(
  kind: string,
  file: string,
  { url, apiKey, ignore = [], concurrency, rejected, format: formatOption, ...options }: ImportCommandOptions,
): Promise<void> {
  const format = formatOf(file, formatOption);
  const isFile = file !== STANDARD_INPUT;
  const input = { ...options, file, format, kind: importKindOf(kind), ignored: ignore };
  const progress = createProgress({ hasTotal: isFile });
  if (options.dryRun) {
    const result = await untilInterrupted((signal) => dryRun({ ...input, progress, signal }));
    say(result?.text ?? '');
    process.exitCode ||= result?.isRefused ? 1 : 0;
    return;
  }
  const { dir, name, ext } = path.parse(isFile ? file.replace(/\.gz$/i, '') : `${kind}.${format}`);
  const rejectedFile = rejected ?? path.join(dir, `${name}.rejected${ext}`);
  if (await isImported(rejectedFile, file)) {
    throw new Error(
      'Rejected rows cannot be written to the imported file. Name another file with --rejected.',
    );
  }
  await checkPlace(rejectedFile);
  const started = performance.now();
  const tally = await untilInterrupted((signal) =>
    importFile({
      ...input,
      url,
      apiKey: checkApiKey(apiKey),
      concurrency,
      rejectedFile,
      progress,
      signal,
    }),
  );
  if (!tally) return;
  const seconds = (performance.now() - started) / 1000;
  report(tally, { file: isFile ? file : 'standard input', rejectedFile, seconds });
}

/** Compares inodes, because the imported file may have other names. */
async function isImported(rejectedFile: string, file: string): Promise<boolean> {
  const stats = { bigint: true } as const;
  const place = await stat(rejectedFile, stats).catch(() => undefined);
  if (!place?.isFile()) return false;
  const imported =
    file === STANDARD_INPUT
      ? fstatSync(process.stdin.fd, stats)
      : await stat(file, stats).catch(() => undefined);
  return imported?.ino === place.ino && imported.dev === place.dev;
}

/** Runs before anything is sent. */
async function checkPlace(rejectedFile: string): Promise<void> {
  const cannot = `Rejected rows cannot be written to ${rejectedFile}`;
  const folder = await stat(path.dirname(path.resolve(rejectedFile))).catch(() => undefined);
  if (!folder?.isDirectory())
    throw new Error(`${cannot}: its folder does not exist. Name another file with --rejected.`);
  await isThere(rejectedFile).catch(() => {
    throw new Error(`${cannot}: it exists and is no regular file. Name another one with --rejected.`);
  });
}

type ReportOptions = { file: string; rejectedFile: string; seconds: number };

function report(
  { created, replayed, rejected, refunds, leftOut }: ImportTally,
  { file, rejectedFile, seconds }: ReportOptions,
): void {
  const count = (n: number) => n.toLocaleString('en');
  const ignored = leftOut && countLeftOut(leftOut) > 0 ? `${count(countLeftOut(leftOut))} ignored, ` : '';
  say(
    `${file}: ${count(created)} created, ${count(replayed)} already there, ${count(rejected)} rejected, ${ignored}${seconds.toFixed(1)} s\n`,
  );
  tell(describeRefunds(refunds, { created: 'created', replayed: 'already there', rejected: 'rejected' }));
  if (leftOut) tell(describeLeftOut(leftOut));
  if (rejected === 0) return;
  const rows = rejected === 1 ? '1 row was rejected' : `${count(rejected)} rows were rejected`;
  tell(`${rows}. ${rejectedFile} lists each with its reason.\n`);
  process.exitCode = 1;
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

function parseConcurrency(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
}
