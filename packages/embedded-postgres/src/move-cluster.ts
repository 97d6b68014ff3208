import { rename, rm, stat } from 'node:fs/promises';
import { adviceToOpen, assertSpace } from './check-location.ts';
import {
  createLocation,
  formerCluster,
  LOCATIONS,
  type Location,
  linkToLocation,
  locationOf,
} from './cluster-location.ts';
import { type ClusterPaths, syncFolder } from './cluster-paths.ts';
import { type Connection, saveConnection } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import { chownTree, copyTree } from './file-tree.ts';
import type { UserIds } from './system-account.ts';

/** Every step leaves exactly one current cluster; `settleLocation` completes an interrupted move. */
export async function moveToLocation(paths: ClusterPaths, connection: Connection): Promise<Connection> {
  const moved = await createLocation(paths, connection);
  const { id = '' } = moved;
  const location = locationOf(id);
  try {
    await rename(paths.cluster, location.cluster);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyToLocation(paths, moved, location);
    await rename(paths.cluster, formerCluster(paths));
    await syncFolder(paths.dataDir);
    await rename(location.partial, location.cluster);
  }
  await syncFolder(location.folder);
  await linkToLocation(paths, id);
  await rm(formerCluster(paths), { recursive: true, force: true });
  return moved;
}

/** A failure restores the data directory for the next start. */
async function copyToLocation(paths: ClusterPaths, moved: Connection, location: Location): Promise<void> {
  const former = await stat(paths.cluster);
  try {
    await assertSpace(paths.cluster, location.folder);
    // Prevents changes by the former owner during the copy.
    await chownTree(paths.cluster, { uid: 0, gid: 0 });
    await copyTree(paths.cluster, location.partial);
    await syncFolder(location.folder);
  } catch (error) {
    await abandonMove(paths, moved, location, former);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database of ${paths.dataDir} cannot move to ${location.folder} (${reason}). It stays in ${paths.cluster}. Make ` +
        `space in ${LOCATIONS}, or ${await adviceToOpen(paths.dataDir)}, and start again.`,
    );
  }
}

async function abandonMove(
  paths: ClusterPaths,
  moved: Connection,
  location: Location,
  former: UserIds,
): Promise<void> {
  await rm(location.folder, { recursive: true, force: true });
  if ((await stat(paths.cluster)).uid !== former.uid) await chownTree(paths.cluster, former);
  await saveConnection(paths, { ...moved, id: undefined });
}
