import { chown, mkdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Absolute paths of everything this package keeps in a data directory. */
export type ClusterPaths = {
  dataDir: string;
  /** PostgreSQL's own directory. */
  cluster: string;
  /** JSON file of mode 0600 with port, password and url. */
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

/** When root works in a folder of another user, gives that user the files created there. */
export async function giveToFolderOwner(paths: ClusterPaths, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = await stat(paths.dataDir);
  await chown(file, owner.uid, owner.gid);
}
