import { lstat, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ClusterPaths, isSameFolder } from './cluster-paths.ts';
import { isProcessAlive, isProcessIdTaken } from './process-identity.ts';
import { readSmallFile } from './untrusted-files.ts';

/** `status` is empty until PostgreSQL listens. */
export type PostmasterFile = { pid: number; port: number; status: string };

export async function readPostmasterFile(paths: ClusterPaths): Promise<PostmasterFile | undefined> {
  const text = await readSmallFile(postmasterPath(paths)).catch(() => '');
  const lines = text.split('\n');
  // Negative in single-user mode.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/**
 * PostgreSQL refuses to start if any process, even a zombie, has the id, and blocks on a pipe. The file of a dead process
 * stays, because PostgreSQL needs it to detect lingering backends.
 */
export async function removeMisleadingPostmasterFile(paths: ClusterPaths): Promise<void> {
  const path = postmasterPath(paths);
  const file = await readPostmasterFile(paths);
  const isPlanted = (await lstat(path).catch(() => undefined))?.isFile() === false;
  if (isPlanted || (file && isProcessIdTaken(file.pid))) await rm(path, { force: true });
}

/** Linux only. */
export async function isPostmasterProcess(pid: number, paths: ClusterPaths): Promise<boolean> {
  if (!(await isProcessAlive(pid))) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...args] = commandLine.split('\0');
  // Child processes have a title such as "postgres: checkpointer" instead of a path.
  if (basename(program) !== 'postgres') return false;

  const option = args.indexOf('-D');
  const directories = [`/proc/${pid}/cwd`, ...(option === -1 ? [] : [args[option + 1] ?? ''])];
  const same = await Promise.all(directories.map((directory) => isSameFolder(directory, paths.cluster)));
  return same.includes(true);
}

function postmasterPath(paths: ClusterPaths): string {
  return join(paths.cluster, 'postmaster.pid');
}
