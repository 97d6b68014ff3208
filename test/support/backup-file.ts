import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export type BackupContent = {
  header: { schema: number; tables: { name: string; columns: string[]; rows: number }[] };
  /** Rows in the text format of `COPY`, by table. */
  tables: Record<string, string[]>;
};

/** Reads a backup as docs/backup.md describes it, without the code of the product. */
export async function readBackup(file: string): Promise<BackupContent> {
  const bytes = await readFile(file);
  const [first = '', ...lines] = zstdDecompressSync(bytes.subarray(0, -40)).toString().split('\n');
  const header: BackupContent['header'] = JSON.parse(first);
  const tables = Object.fromEntries(header.tables.map(({ name, rows }) => [name, lines.splice(0, rows)]));
  if (lines.join('') !== '') throw new Error(`${lines.length} lines after the last table`);
  return { header, tables };
}

/** Writes a backup with these lines after its header. */
export async function writeBackup(
  file: string,
  header: object,
  lines: readonly string[] = [],
): Promise<void> {
  const content = zstdCompressSync([JSON.stringify(header), ...lines, ''].join('\n'));
  const frame = Buffer.from('502a4d1820000000', 'hex');
  await writeFile(file, Buffer.concat([content, frame, createHash('sha256').update(content).digest()]));
}
