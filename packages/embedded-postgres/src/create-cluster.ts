import { randomBytes } from 'node:crypto';
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canReach } from './cluster-access.ts';
import { createLocation, linkToLocation, locationOf } from './cluster-location.ts';
import { type ClusterPaths, syncFolder } from './cluster-paths.ts';
import { type Connection, readConnection, SUPERUSER, saveConnection } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import { findFreePort } from './free-port.ts';
import type { Log } from './log.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { runCommand } from './run-command.ts';
import type { ServerAccount } from './server-account.ts';
import { ACCOUNT } from './system-account.ts';
import { createFile, inFolder } from './untrusted-files.ts';

const PARTIAL_PREFIX = 'postgres.partial-';

export async function clusterExists(paths: ClusterPaths): Promise<boolean> {
  try {
    await stat(join(paths.cluster, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    const cluster = await realpath(paths.cluster).catch(() => paths.cluster);
    throw new Error(
      `${cluster} belongs to another user (${errorCode(error)}), such as ${ACCOUNT} once root has started it. ` +
        `Start as that user or as root, or stop it and let root give it back: chown -R ${process.getuid?.()} ${cluster}`,
    );
  }
}

/** Renames the complete cluster, so that a crash leaves none half done. Needs the start lock. */
export async function createCluster(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  account: ServerAccount,
  log: Log,
): Promise<Connection> {
  const connection = await saveNewConnection(paths, account);
  const location = connection.id === undefined ? undefined : locationOf(connection.id);
  const folder = location?.folder ?? paths.dataDir;
  const cluster = location?.cluster ?? paths.cluster;
  log(`creating a PostgreSQL database in ${cluster}`, 'info');

  await removePartialClusters(folder);
  const partial = join(folder, `${PARTIAL_PREFIX}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${partial}.password`;
  try {
    await mkdir(partial, { mode: 0o700 });
    await giveFolder(partial, account);
    await createFile(passwordFile, connection.password, account.ids);
    await initialise(partial, passwordFile, binaries, account);
    await rename(partial, cluster).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) throw error;
      throw new Error(`${cluster} exists but holds no database: move it aside.`);
    });
    await syncFolder(folder);
    if (connection.id !== undefined) await linkToLocation(paths, connection.id);
  } finally {
    await removePartialClusters(folder);
  }
  return connection;
}

async function giveFolder(path: string, { ids }: ServerAccount): Promise<void> {
  if (ids) await inFolder(path, (folder) => folder.chown(ids.uid, ids.gid));
}

/** Stores the password before the cluster exists, so that no cluster has an unknown one. */
async function saveNewConnection(paths: ClusterPaths, account: ServerAccount): Promise<Connection> {
  const known = await readConnection(paths);
  const password = known?.password ?? randomBytes(24).toString('base64url');
  const port = known?.port ?? (await findFreePort());
  // Left by a killed creation.
  if (known?.id !== undefined) await removeUnfinished(locationOf(known.id).folder);
  const fresh = { port, password, settings: {}, isNew: true };
  return (await canReach(account, paths)) ? saveConnection(paths, fresh) : createLocation(paths, fresh);
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

/** Also removes password files. */
async function removePartialClusters(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(PARTIAL_PREFIX)) await removeUnfinished(join(folder, name));
  }
}

/** An initdb whose parent was killed may still be writing; it fails without its folder. */
async function removeUnfinished(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}
