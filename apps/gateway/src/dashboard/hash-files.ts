import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A hash over the names and contents of a package's own files (nothing installed, nothing built) and some more. */
export async function hashFiles(folder: string, more: readonly string[]): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !/^(node_modules|dist[^/\\]*)[/\\]|\.test\.tsx?$/.test(path.relative(folder, file)));
  const hash = createHash('sha256');
  for (const file of [...own.sort(), ...more]) {
    hash
      .update(path.relative(folder, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}
