import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Absolute paths. */
export type ClusterPaths = {
  dataDir: string;
  /** PostgreSQL's own directory, in DATA_DIR or in a location. */
  cluster: string;
  /** JSON file with port, passwords and urls, mode 0600. */
  connection: string;
  log: string;
};

/** With the cluster in DATA_DIR. */
export async function prepareClusterPaths(dataDir: string): Promise<ClusterPaths> {
  const absolute = resolve(dataDir);
  // 0711 lets the server account enter.
  await mkdir(absolute, { recursive: true, mode: 0o711 });
  const real = await realpath(absolute);

  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    connection: join(real, 'postgres.json'),
    log: join(real, 'postgres.log'),
  };
}

/** Owner for files that root creates in another user's folder. */
export async function folderOwner({
  dataDir,
}: ClusterPaths): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(dataDir);
  return { uid, gid };
}

/** False if one of them is missing. */
export async function isSameFolder(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [a, b].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
