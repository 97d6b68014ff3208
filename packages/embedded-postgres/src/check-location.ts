import { lstat, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ACCOUNT } from './system-account.ts';

/** File systems that are lost with their container or machine. */
const VOLATILE = new Map([
  [0x79_4c_76_30, 'overlayfs'],
  [0x01_02_19_94, 'tmpfs'],
]);
const MB = 1024 * 1024;

export async function assertDurable(folder: string, dataDir: string): Promise<void> {
  const [{ dev }, { dev: own }, { type }] = await Promise.all([stat(folder), stat(dataDir), statfs(folder)]);
  const kind = VOLATILE.get(type);
  if (!kind || dev === own) return;
  throw new Error(
    `${ACCOUNT}, as which root runs PostgreSQL, cannot enter ${dataDir}, and the database cannot be in ${folder} instead: ` +
      `${folder} is on ${kind}, which is lost with this container or machine. Mount a volume at ${folder}, or ` +
      `${await adviceToOpen(dataDir)}.`,
  );
}

export async function assertSpace(tree: string, folder: string): Promise<void> {
  const [needed, { bavail, bsize }] = await Promise.all([sizeOf(tree), statfs(folder)]);
  if (needed <= bavail * bsize) return;
  throw new Error(
    `it needs ${Math.ceil(needed / MB)} MB, and ${Math.floor((bavail * bsize) / MB)} MB are free there`,
  );
}

/** Returns the end of a sentence. */
export async function adviceToOpen(dataDir: string): Promise<string> {
  const closed: string[] = [];
  for (let folder = dataDir; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) closed.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return `let other users pass the folders of DATA_DIR (\`chmod o+x ${closed.join(' ') || dataDir}\`)`;
}

async function sizeOf(path: string): Promise<number> {
  const { blocks } = await lstat(path);
  let size = blocks * 512;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    size += entry.isDirectory() ? await sizeOf(child) : (await lstat(child)).blocks * 512;
  }
  return size;
}
