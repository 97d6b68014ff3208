import { constants, lstat, rename } from 'node:fs/promises';
import { type ClusterPaths, folderOwner } from './cluster-paths.ts';
import { openRegularFile } from './untrusted-files.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 20;

/** In bytes; 0 if there is no log. */
export async function logSize(paths: ClusterPaths): Promise<number> {
  const found = await lstat(paths.log).catch(() => undefined);
  return found?.size ?? 0;
}

/** Renames a log over 10 MB. Call only while PostgreSQL does not run. */
export async function rotateLog(paths: ClusterPaths): Promise<void> {
  if ((await logSize(paths)) <= MAX_BYTES) return;
  await rename(paths.log, `${paths.log}.1`);
}

/** Another user could have linked any file there, which root would then give away. */
export async function openLog(paths: ClusterPaths) {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const file = await openRegularFile(paths.log, O_WRONLY | O_APPEND | O_CREAT);
  const owner = await folderOwner(paths);
  if (!owner) return file;
  if (owner.uid !== 0 && (await file.stat()).nlink > 1) {
    await file.close();
    throw new Error(`${paths.log} has hard links: delete it, and start again.`);
  }
  await file.chown(owner.uid, owner.gid);
  return file;
}

/** Returns the last lines after byte `from`. */
export async function readLogTail(paths: ClusterPaths, from = 0): Promise<string> {
  const size = await logSize(paths);
  const start = Math.max(from, size - TAIL_BYTES);
  if (size <= start) return '(the log is empty)';

  const file = await openRegularFile(paths.log, constants.O_RDONLY);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.subarray(0, bytesRead).toString().trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    await file.close();
  }
}
