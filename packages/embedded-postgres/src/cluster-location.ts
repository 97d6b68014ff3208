import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertDurable } from './check-location.ts';
import { type ClusterPaths, syncFolder } from './cluster-paths.ts';
import { type Connection, type Stored, saveConnection } from './connection-file.ts';
import { ACCOUNT } from './system-account.ts';

/** Holds clusters that the account cannot reach in DATA_DIR, and copies of the programs. */
export const LOCATIONS = '/var/lib/outturn';

const LOCATED = /^\/var\/lib\/outturn\/([0-9a-f]{16})\/postgres$/;

/** A link in the data directory leads here, for older versions and other tools. */
export type Location = {
  folder: string;
  cluster: string;
  partial: string;
  /** File with the path of the data directory. */
  owner: string;
};

export function locationOf(id: string): Location {
  const folder = join(LOCATIONS, id);
  return {
    folder,
    cluster: join(folder, 'postgres'),
    partial: join(folder, 'postgres.partial-move'),
    owner: join(folder, 'data-dir'),
  };
}

/** False for a copy of a data directory, whose link leads to the original cluster. */
export async function isClusterOwn(paths: ClusterPaths, connection: Connection): Promise<boolean> {
  const id = connection.id ?? (await linkedId(paths));
  return id === undefined || (await ownerOf(id)) === paths.dataDir;
}

export async function createLocation(paths: ClusterPaths, stored: Stored): Promise<Connection> {
  await openFolder(LOCATIONS);
  await assertDurable(LOCATIONS, paths.dataDir);
  const id = randomBytes(8).toString('hex');
  // Saved before the folder is created, so that a crash leaves no unknown folder.
  const saved = await saveConnection(paths, { ...stored, id });
  await openFolder(locationOf(id).folder);
  await saveOwner(paths, id);
  return saved;
}

/** The account must be able to enter under any umask. */
export async function openFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const each of [LOCATIONS, folder]) await chmod(each, 0o711);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${ACCOUNT}, as which root runs PostgreSQL, cannot enter the folders of DATA_DIR or of the programs, and ${LOCATIONS} ` +
        `cannot be used instead (${reason}). Let other users pass those folders (chmod o+x), or make ${LOCATIONS} writable.`,
    );
  }
}

export async function linkToLocation(paths: ClusterPaths, id: string): Promise<void> {
  await rm(paths.cluster, { force: true });
  await symlink(locationOf(id).cluster, paths.cluster);
  await syncFolder(paths.dataDir);
}

export async function saveOwner(paths: ClusterPaths, id: string): Promise<void> {
  const { owner } = locationOf(id);
  await writeFile(owner, paths.dataDir, { flush: true });
  await chmod(owner, 0o644);
}

export async function ownerOf(id: string): Promise<string | undefined> {
  return readFile(locationOf(id).owner, 'utf8').catch(() => undefined);
}

export async function linkedId({ cluster }: ClusterPaths): Promise<string | undefined> {
  const target = await readlink(cluster).catch(() => '');
  return LOCATED.exec(target)?.[1];
}

/** Name of the old cluster once its copy is complete. */
export function formerCluster({ dataDir }: ClusterPaths): string {
  return join(dataDir, 'postgres.moved');
}
