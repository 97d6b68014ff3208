import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { locationOf } from './cluster-location.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import type { Connection } from './connection-file.ts';
import { chownTree } from './file-tree.ts';
import { moveToLocation } from './move-cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { canEnter, type ServerAccount } from './server-account.ts';
import { ACCOUNT, type UserIds } from './system-account.ts';
import { inRealFolder } from './untrusted-files.ts';

const NO_CAPABILITY = /^Cap(Inh|Prm|Eff|Amb):\s0+$/gm;

/** Opens a closed DATA_DIR of root to the account's group, but never its parent folders. */
export async function canReach(account: ServerAccount, { dataDir }: ClusterPaths): Promise<boolean> {
  if (!account.ids || (await canEnter(account, dataDir))) return true;
  if (!(await canEnter(account, dirname(dataDir)))) return false;
  const isOpened = await openToGroup(dataDir, account.ids);
  return isOpened && canEnter(account, dataDir);
}

function openToGroup(dataDir: string, { gid }: UserIds): Promise<boolean> {
  return inRealFolder(dataDir, async (folder) => {
    const { mode, uid } = await folder.stat();
    if (uid !== 0 || (mode & 0o077) !== 0) return false;
    await folder.chown(0, gid);
    await folder.chmod(0o710);
    return true;
  });
}

/** Moves a stopped cluster if necessary, and changes its owner. */
export async function giveAccess(
  paths: ClusterPaths,
  account: ServerAccount,
  connection: Connection,
): Promise<Connection> {
  if (!account.ids) return connection;
  const isInDataDir = (await realpath(paths.cluster)) === paths.cluster;
  const isMoving = isInDataDir && !(await canReach(account, paths));
  const moved = isMoving ? await moveToLocation(paths, connection) : connection;
  if (!isInDataDir && moved.id === undefined) {
    await assertUsable(paths, account);
    return moved;
  }
  // Built from the id, because the owner of DATA_DIR could replace the link.
  const cluster =
    moved.id === undefined ? paths.cluster : join(await realpath(locationOf(moved.id).folder), 'postgres');
  if (!(await isOwned(cluster, account.ids.uid))) await chownTree(cluster, account.ids);
  return moved;
}

/** Checks only the top level, where root usually edits or restores files. */
async function isOwned(cluster: string, uid: number): Promise<boolean> {
  const paths = [cluster, ...(await readdir(cluster)).map((name) => join(cluster, name))];
  const owners = await Promise.all(paths.map(async (path) => (await lstat(path)).uid));
  return owners.every((owner) => owner === uid);
}

async function assertUsable(paths: ClusterPaths, account: ServerAccount): Promise<void> {
  const cluster = await realpath(paths.cluster);
  const { uid: owner } = await stat(cluster);
  if (owner === account.ids?.uid && (await canEnter(account, cluster))) return;
  throw new Error(
    `${paths.cluster} leads to ${cluster}, which PostgreSQL cannot use: started as root, it runs as ${ACCOUNT}. ` +
      `Run \`chown -R ${ACCOUNT}: ${cluster}\` and let other users pass the folders above it (chmod o+x).`,
  );
}

/** Older versions ran PostgreSQL with a capability. */
export async function runsWithoutPrivilege(paths: ClusterPaths, ids: UserIds | undefined): Promise<boolean> {
  if (!ids) return true;
  const [file, { uid: owner }] = await Promise.all([readPostmasterFile(paths), stat(paths.dataDir)]);
  const cluster = await stat(paths.cluster).catch(() => undefined);
  if (!file || !cluster || ![ids.uid, owner].includes(cluster.uid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${file.pid}/status`, 'utf8').catch(() => '');
  const { uid } = cluster;
  return (
    status.includes(`\nUid:\t${[uid, uid, uid, uid].join('\t')}\n`) &&
    status.match(NO_CAPABILITY)?.length === 4
  );
}

export function locationFolder({ id }: Connection): string | undefined {
  return id === undefined ? undefined : locationOf(id).folder;
}
