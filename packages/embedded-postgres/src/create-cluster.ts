import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterPaths } from './cluster-paths.ts';
import { type Connection, readConnection, SUPERUSER, saveConnection } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import { findFreePort } from './free-port.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { runCommand } from './run-command.ts';
import type { ServerAccount } from './server-account.ts';

const PARTIAL_PREFIX = 'postgres.partial-';

/** Whether the data directory holds a completely created cluster. Throws when this user may not look. */
export async function clusterExists(paths: ClusterPaths): Promise<boolean> {
  try {
    await stat(join(paths.cluster, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw new Error(
      `${paths.cluster} belongs to another user (${errorCode(error)}): start as that user or as root, or chown it.`,
    );
  }
}

/**
 * Creates the cluster with a random password under a temporary name and renames it when it is complete, so that
 * a crash never leaves half of one. Needs the start lock.
 */
export async function createCluster(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  account: ServerAccount,
): Promise<Connection> {
  await removePartialClusters(paths);
  const partial = join(paths.dataDir, `${PARTIAL_PREFIX}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${partial}.password`;
  // The password is stored before the cluster appears: no cluster ever has an unknown one.
  const known = await readConnection(paths);
  const password = known?.password ?? randomBytes(24).toString('base64url');
  const port = known?.port ?? (await findFreePort());
  const connection = await saveConnection(paths, { port, password, settings: {} });

  try {
    await mkdir(partial, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account.ids) {
      for (const path of [partial, passwordFile]) await chown(path, account.ids.uid, account.ids.gid);
    }
    await initialise(partial, passwordFile, binaries, account);
    await rename(partial, paths.cluster).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) throw error;
      throw new Error(`${paths.cluster} exists but holds no database: move it aside.`);
    });
    await syncFolder(paths.dataDir);
  } finally {
    await removePartialClusters(paths);
  }
  return connection;
}

async function initialise(
  partial: string,
  passwordFile: string,
  { initdb }: PostgresBinaries,
  account: ServerAccount,
): Promise<void> {
  const command = account.command(initdb, [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const { code, output } = await runCommand(command);
  if (code === 0) return;
  const hint = output.includes('look up effective user')
    ? ' Give the user an entry in /etc/passwd, or start as another user or as root.'
    : '';
  throw new Error(`initdb failed (exit code ${code}).${hint}\n${output.trim()}`);
}

/** What a creation that was killed left behind, and password files. */
async function removePartialClusters({ dataDir }: ClusterPaths): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PARTIAL_PREFIX)) continue;
    // An initdb whose starter was killed may still be writing: what it adds goes next time.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => {});
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
