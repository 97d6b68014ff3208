import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Columns } from './columns.ts';
import { openCsv } from './csv-source.ts';
import { openNdjson } from './ndjson-source.ts';
import type { RowSource } from './row-source.ts';

/** What names standard input in the place of a file. */
export const STANDARD_INPUT = '-';

/** The forms of files, by how their names end. */
export const formats = { csv: openCsv, ndjson: openNdjson };
export type Format = keyof typeof formats;
const endings: Record<string, Format> = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' };

/** The form of a file: by its name, if it is not said; that of standard input is CSV then. */
export function formatOf(file: string, said: Format | undefined): Format {
  const format = said ?? (file === STANDARD_INPUT ? 'csv' : endings[path.extname(file).toLowerCase()]);
  if (format) return format;
  throw new Error(`${file} is neither .csv nor .ndjson. Say which it is with --format.`);
}

type SourceOptions = { format: Format; columns: Columns; signal: AbortSignal };

/** Opens a file and checks its columns. Throws when there is anything wrong with the whole file. */
export async function openSource(
  file: string,
  { format, columns, signal }: SourceOptions,
): Promise<RowSource & { size: number | undefined }> {
  const { input, size } = await openInput(file, signal);
  return { ...(await formats[format](input, columns)), size };
}

/** Standard input may be silent when it is stopped; its size is not known. */
async function openInput(
  file: string,
  signal: AbortSignal,
): Promise<{ input: Readable; size: number | undefined }> {
  if (file === STANDARD_INPUT) return { input: addAbortSignal(signal, process.stdin), size: undefined };
  const status = await stat(file).catch(() => undefined);
  if (!status?.isFile()) throw new Error(`There is no file ${file}.`);
  return { input: createReadStream(file), size: status.size };
}
