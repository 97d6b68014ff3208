import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Columns } from './columns.ts';
import { openCsv } from './csv-source.ts';
import { openNdjson } from './ndjson-source.ts';
import type { RowSource } from './row-source.ts';

/** Opens a file by its extension and checks its columns. Throws when there is anything wrong with the whole file. */
export async function openSource(file: string, columns: Columns): Promise<RowSource & { size: number }> {
  const open = openers[path.extname(file).toLowerCase()];
  if (!open) throw new Error(`${file} is neither .csv nor .ndjson.`);
  const status = await stat(file).catch(() => undefined);
  if (!status?.isFile()) throw new Error(`There is no file ${file}.`);
  return { ...(await open(file, columns)), size: status.size };
}

const openers: Record<string, (file: string, columns: Columns) => Promise<RowSource>> = {
  '.csv': openCsv,
  '.ndjson': openNdjson,
  '.jsonl': openNdjson,
};
