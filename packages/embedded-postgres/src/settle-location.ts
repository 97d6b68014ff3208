import { lstat, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  formerCluster,
  linkedId,
  linkToLocation,
  locationOf,
  ownerOf,
  saveOwner,
} from './cluster-location.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { type Connection, readConnection, saveConnection } from './connection-file.ts';
import type { Log } from './log.ts';

/**
 * Repairs connection file, link and location after a crash, a restored backup or a start of an older version. Needs the start
 * lock.
 */
export async function settleLocation(
  paths: ClusterPaths,
  connection: Connection,
  log: Log,
): Promise<Connection> {
  const id = connection.id ?? (await linkedId(paths));
  if (id === undefined) return connection;
  const location = locationOf(id);
  const entry = await lstat(paths.cluster).catch(() => undefined);
  // A restored cluster, or an operator's link.
  if ((await linkedId(paths)) === undefined && (await stat(paths.cluster).catch(() => undefined))) {
    await leaveLocation(paths, id, log);
    return saveConnection(paths, { ...connection, id: undefined });
  }

  await takeLocation(paths, id);
  if (!(await exists(location.cluster)) && (await exists(formerCluster(paths))))
    await rename(location.partial, location.cluster);
  if (!(await exists(location.cluster))) {
    if (connection.isNew) return connection;
    throw new Error(
      `The database of ${paths.dataDir} is missing: it was in ${location.cluster}. Restore that folder, or to begin ` +
        `with an empty database delete ${paths.connection}${entry ? ` and ${paths.cluster}` : ''}.`,
    );
  }
  if (!entry || (await linkedId(paths)) !== id) await linkToLocation(paths, id);
  await rm(formerCluster(paths), { recursive: true, force: true });
  return connection.id === id ? connection : saveConnection(paths, { ...connection, id });
}

/** An interrupted move or restored backup takes precedence. */
async function leaveLocation(paths: ClusterPaths, id: string, log: Log): Promise<void> {
  const location = locationOf(id);
  const owner = await ownerOf(id);
  if (owner !== undefined && owner !== paths.dataDir) return;
  if (await exists(location.cluster)) {
    log(`${paths.cluster} is used from now on, and ${location.folder} no longer`, 'warn');
    return;
  }
  await rm(location.folder, { recursive: true, force: true });
}

/** Accepts a renamed data directory; refuses a copy whose original still exists. */
async function takeLocation(paths: ClusterPaths, id: string): Promise<void> {
  const owner = await ownerOf(id);
  if (owner === paths.dataDir) return;
  if (owner !== undefined && (await isSameFolder(owner, paths.dataDir))) return;
  if (owner !== undefined && (await usesLocation(owner, id))) {
    throw new Error(
      `${paths.dataDir} is a copy of ${owner} without its database, which is in ${locationOf(id).folder}. ` +
        'Stop the server and copy again what links lead to as well: cp -aL. To begin with an empty database instead, ' +
        `delete ${paths.connection} and ${paths.cluster}.`,
    );
  }
  if (await exists(locationOf(id).folder)) await saveOwner(paths, id);
}

async function usesLocation(dataDir: string, id: string): Promise<boolean> {
  const connection = await readConnection({ connection: join(dataDir, 'postgres.json') }).catch(() => ({
    id,
  }));
  return connection?.id === id;
}

async function isSameFolder(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
