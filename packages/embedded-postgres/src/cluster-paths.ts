import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Absolute paths of everything this package keeps in a data directory. */
export type ClusterPaths = {
  dataDir: string;
  /** PostgreSQL's own directory, or a symbolic link to it. */
  cluster: string;
  /** JSON file of mode 0600 with port, passwords and urls. */
  connection: string;
  /** What PostgreSQL logs. */
  log: string;
};

/** Creates the data directory when missing and resolves its paths, symbolic links included. */
export async function prepareClusterPaths(dataDir: string): Promise<ClusterPaths> {
  const absolute = resolve(dataDir);
  // 0711: the server account has to pass through, and everything below guards itself.
  await mkdir(absolute, { recursive: true, mode: 0o711 });
  const real = await realpath(absolute);

  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    connection: join(real, 'postgres.json'),
    log: join(real, 'postgres.log'),
  };
}

/** When root works in a folder of another user, the ids that the files created there should have. */
export async function folderOwner({
  dataDir,
}: ClusterPaths): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(dataDir);
  return { uid, gid };
}

/** Makes renames, links and removals in a folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
