import { randomBytes } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from './attach-or-start.ts';
import { type ClusterPaths, syncFolder } from './cluster-paths.ts';
import { copyTree, chownTree } from './cluster-tree.ts';
import { type Connection, readConnection, type Stored, saveConnection } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import { adviceToOpen, assertDurable, assertSpace } from './location-storage.ts';
import { ACCOUNT, type UserIds } from './system-account.ts';

/** Where root keeps what its account cannot reach in a data directory. */
export const PLACES = '/var/lib/outturn';

/** A folder below it. The data directory has a link to the cluster there, which older versions and tools follow. */
export type Place = {
  folder: string;
  cluster: string;
  /** A copy of the cluster that is being made. */
  partial: string;
  /** Text file with the path of the data directory that this belongs to. */
  owner: string;
};

export function placeOf(id: string): Place {
  const folder = join(PLACES, id);
  return {
    folder,
    cluster: join(folder, 'postgres'),
    partial: join(folder, 'postgres.partial-move'),
    owner: join(folder, 'data-dir'),
  };
}

/** Whether the cluster is in the data directory, or in a place that belongs to it. A copied data directory has the other's. */
export async function isClusterOwn(paths: ClusterPaths, connection: Connection): Promise<boolean> {
  const id = connection.id ?? (await linkedId(paths));
  return id === undefined || (await ownerOf(id)) === paths.dataDir;
}

/** Makes a place for the data directory and notes it in the connection file. */
export async function makePlace(paths: ClusterPaths, stored: Stored): Promise<Connection> {
  await openFolder(PLACES);
  await assertDurable(PLACES, paths.dataDir);
  const id = randomBytes(8).toString('hex');
  // Noted first: a folder that a crash leaves behind is found by it.
  const noted = await saveConnection(paths, { ...stored, id });
  await openFolder(placeOf(id).folder);
  await noteOwner(paths, id);
  return noted;
}

/** Makes a folder in {@link PLACES} that the account may pass through, whatever the umask is. */
export async function openFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const each of [PLACES, folder]) await chmod(each, 0o711);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${ACCOUNT}, as which root runs PostgreSQL, cannot enter the folders of DATA_DIR or of the programs, and ${PLACES} ` +
        `cannot be used instead (${reason}). Let other users pass those folders (chmod o+x), or make ${PLACES} writable.`,
    );
  }
}

/** Lets the data directory lead to the cluster in the place. */
export async function linkToPlace(paths: ClusterPaths, id: string): Promise<void> {
  await rm(paths.cluster, { force: true });
  await symlink(placeOf(id).cluster, paths.cluster);
  await syncFolder(paths.dataDir);
}

/**
 * Moves a stopped cluster out of the data directory. At no moment are there two that could be taken for it, and
 * `settlePlace` completes a move that was killed.
 */
export async function moveToPlace(paths: ClusterPaths, connection: Connection): Promise<Connection> {
  const moved = await makePlace(paths, connection);
  const { id = '' } = moved;
  const place = placeOf(id);
  try {
    await rename(paths.cluster, place.cluster);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyToPlace(paths, moved, place);
    await rename(paths.cluster, formerCluster(paths));
    await syncFolder(paths.dataDir);
    await rename(place.partial, place.cluster);
  }
  await syncFolder(place.folder);
  await linkToPlace(paths, id);
  await rm(formerCluster(paths), { recursive: true, force: true });
  return moved;
}

/** Copies the cluster completely. After a failure the data directory is as it was before the move. */
async function copyToPlace(paths: ClusterPaths, moved: Connection, place: Place): Promise<void> {
  const former = await stat(paths.cluster);
  try {
    await assertSpace(paths.cluster, place.folder);
    // Its former owner must not change it during the copy.
    await chownTree(paths.cluster, { uid: 0, gid: 0 });
    await copyTree(paths.cluster, place.partial);
    await syncFolder(place.folder);
  } catch (error) {
    await abandonMove(paths, moved, place, former);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database of ${paths.dataDir} cannot move to ${place.folder} (${reason}). It stays in ${paths.cluster}. Make ` +
        `space in ${PLACES}, or ${await adviceToOpen(paths.dataDir)}, and start again.`,
    );
  }
}

async function abandonMove(
  paths: ClusterPaths,
  moved: Connection,
  place: Place,
  former: UserIds,
): Promise<void> {
  await rm(place.folder, { recursive: true, force: true });
  if ((await stat(paths.cluster)).uid !== former.uid) await chownTree(paths.cluster, former);
  await saveConnection(paths, { ...moved, id: undefined });
}

/**
 * Brings connection file, link and place into agreement after a crash, a restored backup, or a start of a version that
 * knows no places. Needs the start lock. Throws when the place is missing or belongs to another data directory.
 */
export async function settlePlace(
  paths: ClusterPaths,
  connection: Connection,
  log: Log,
): Promise<Connection> {
  const id = connection.id ?? (await linkedId(paths));
  if (id === undefined) return connection;
  const place = placeOf(id);
  const entry = await lstat(paths.cluster).catch(() => undefined);
  // A folder, or a link that somebody made.
  if ((await linkedId(paths)) === undefined && (await stat(paths.cluster).catch(() => undefined))) {
    await leavePlace(paths, id, log);
    return saveConnection(paths, { ...connection, id: undefined });
  }

  await takePlace(paths, id);
  if (!(await exists(place.cluster)) && (await exists(formerCluster(paths))))
    await rename(place.partial, place.cluster);
  if (!(await exists(place.cluster))) {
    if (connection.isNew) return connection;
    throw new Error(
      `The database of ${paths.dataDir} is missing: it was in ${place.cluster}. Restore that folder, or to begin ` +
        `with an empty database delete ${paths.connection}${entry ? ` and ${paths.cluster}` : ''}.`,
    );
  }
  if (!entry || (await linkedId(paths)) !== id) await linkToPlace(paths, id);
  await rm(formerCluster(paths), { recursive: true, force: true });
  return connection.id === id ? connection : saveConnection(paths, { ...connection, id });
}

/** The data directory holds a cluster again: its move was killed early, or a backup was restored into it. */
async function leavePlace(paths: ClusterPaths, id: string, log: Log): Promise<void> {
  const place = placeOf(id);
  const owner = await ownerOf(id);
  if (owner !== undefined && owner !== paths.dataDir) return;
  if (await exists(place.cluster)) {
    log(`${paths.cluster} is used from now on, and ${place.folder} no longer`, 'warn');
    return;
  }
  await rm(place.folder, { recursive: true, force: true });
}

/** Accepts a data directory that was renamed, and refuses a copy of one that is still there. */
async function takePlace(paths: ClusterPaths, id: string): Promise<void> {
  const owner = await ownerOf(id);
  if (owner === paths.dataDir) return;
  if (owner !== undefined && (await isSameFolder(owner, paths.dataDir))) return;
  if (owner !== undefined && (await usesPlace(owner, id))) {
    throw new Error(
      `${paths.dataDir} is a copy of ${owner} without its database, which is in ${placeOf(id).folder}. ` +
        'Stop the server and copy again what links lead to as well: cp -aL. To begin with an empty database instead, ' +
        `delete ${paths.connection} and ${paths.cluster}.`,
    );
  }
  if (await exists(placeOf(id).folder)) await noteOwner(paths, id);
}

async function usesPlace(dataDir: string, id: string): Promise<boolean> {
  const connection = await readConnection({ connection: join(dataDir, 'postgres.json') }).catch(() => ({
    id,
  }));
  return connection?.id === id;
}

async function noteOwner(paths: ClusterPaths, id: string): Promise<void> {
  const { owner } = placeOf(id);
  await writeFile(owner, paths.dataDir, { flush: true });
  await chmod(owner, 0o644);
}

async function ownerOf(id: string): Promise<string | undefined> {
  return readFile(placeOf(id).owner, 'utf8').catch(() => undefined);
}

/** The id of the place that the link in the data directory leads to. */
async function linkedId({ cluster }: ClusterPaths): Promise<string | undefined> {
  const target = await readlink(cluster).catch(() => '');
  return dirname(dirname(target)) === PLACES ? target.split('/').at(-2) : undefined;
}

async function isSameFolder(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** The cluster in the data directory, once its copy in the place is complete. */
function formerCluster({ dataDir }: ClusterPaths): string {
  return join(dataDir, 'postgres.moved');
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
