import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { Columns } from './columns.ts';
import { openCsv } from './csv-source.ts';
import type { FileOptions } from './file-options.ts';
import { openNdjson } from './ndjson-source.ts';
import type { RowSource } from './row-source.ts';

export const STANDARD_INPUT = '-';

export const formats = { csv: openCsv, ndjson: openNdjson };
export type Format = keyof typeof formats;
const endings: Record<string, Format> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

export function formatOf(file: string, option: Format | undefined): Format {
  const format =
    option ??
    (file === STANDARD_INPUT ? 'csv' : endings[path.extname(file.replace(/\.gz$/i, '')).toLowerCase()]);
  if (format) return format;
  throw new Error(`${file} is neither .csv nor .ndjson. Pass --format csv or --format ndjson.`);
}

type SourceOptions = { format: Format; columns: Columns; options: FileOptions; signal: AbortSignal };

/** `position` returns how many of the `size` bytes are read, for the progress. */
export type OpenSource = RowSource & { size: number | undefined; position: () => number };

/** Opens the file, or standard input. Throws if the file is missing or its columns are wrong. */
export async function openSource(
  file: string,
  { format, columns, options, signal }: SourceOptions,
): Promise<OpenSource> {
  const { input, size, position } = await openInput(file, signal);
  return { ...(await formats[format](input, columns, options)), size, position };
}

/** A read of standard input may wait without end, so `signal` must end it. */
async function openInput(file: string, signal: AbortSignal) {
  if (file === STANDARD_INPUT)
    return { input: addAbortSignal(signal, process.stdin), size: undefined, position: () => 0 };
  const status = await stat(file).catch(() => undefined);
  if (!status) throw new Error(`The file ${file} does not exist.`);
  if (!status.isFile())
    throw new Error(`${file} is not a file. To read a pipe, write - and redirect it to standard input.`);
  const input = createReadStream(file);
  return { input, size: status.size, position: () => input.bytesRead };
}
