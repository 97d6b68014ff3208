import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ClusterPaths, isSameFolder, syncFolder } from './cluster-paths.ts';
import { readConnection } from './connection-file.ts';
import { makeReachable, type ServerAccount } from './server-account.ts';

/** Holds the clusters of root that PostgreSQL could not reach in DATA_DIR, and copies of the programs. */
export const LOCATIONS = '/var/lib/outturn';

/** File systems that are lost with their container or machine. */
const VOLATILE = new Map([
  [0x79_4c_76_30, 'overlayfs'],
  [0x01_02_19_94, 'tmpfs'],
]);

/**
 * `dataDirFile` is a file with the path of the data directory that uses the location, and whose `postgres.json` has the
 * id.
 */
export function locationOf(id: string): { folder: string; cluster: string; dataDirFile: string } {
  const folder = join(LOCATIONS, id);
  return { folder, cluster: join(folder, 'postgres'), dataDirFile: join(folder, 'data-dir') };
}

/**
 * Decides, once, where a new cluster will be: returns undefined for DATA_DIR, or the id of a location that it has made. A
 * start that is killed before it saves the id leaves an empty location.
 */
export async function placeCluster(paths: ClusterPaths, account: ServerAccount): Promise<string | undefined> {
  if (await makeReachable(account, paths)) return undefined;
  try {
    await openFolder(LOCATIONS);
    await assertDurable(paths);
    const id = randomBytes(8).toString('hex');
    await openFolder(locationOf(id).folder);
    await claimLocation(paths, id);
    await syncFolder(LOCATIONS);
    return id;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${await describeClosed(paths, account)}, or mount a volume at ${LOCATIONS}, where the database cannot be now ` +
        `(${reason}).`,
    );
  }
}

/** A data directory can be closed after its cluster was placed there. */
export async function ensureReachable(paths: ClusterPaths, account: ServerAccount): Promise<void> {
  if (dirname(paths.cluster) !== paths.dataDir || (await makeReachable(account, paths))) return;
  throw new Error(`${await describeClosed(paths, account)}.`);
}

/** Whether the location names this data directory. */
export async function isOwnLocation({ dataDir }: ClusterPaths, id: string): Promise<boolean> {
  return (await dataDirOf(id)) === dataDir;
}

/** Throws for a copy of the data directory whose original still exists. */
export async function assertOriginal(paths: ClusterPaths, id: string): Promise<void> {
  const { folder, cluster } = locationOf(id);
  const original = await dataDirOf(id);
  if (original === undefined)
    throw new Error(
      `The database of ${paths.dataDir} is missing: it was in ${cluster}. Restore ${folder}, or delete ` +
        `${paths.connection} to begin with an empty database.`,
    );
  if ((await isSameFolder(original, paths.dataDir)) || !(await usesLocation(original, id))) return;
  throw new Error(
    `${paths.dataDir} is a copy of ${original} without its database, which is in ${folder}. Copy a database with ` +
      `\`outturn backup\` and \`outturn restore\`. To begin with an empty one here, delete ${paths.connection}.`,
  );
}

/** Lets the location name this data directory, which may have been renamed. */
export async function claimLocation({ dataDir }: ClusterPaths, id: string): Promise<void> {
  const { dataDirFile } = locationOf(id);
  await writeFile(dataDirFile, dataDir, { flush: true });
  await chmod(dataDirFile, 0o644);
}

/** Makes a folder that every user may enter, under any umask. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const each of [LOCATIONS, folder]) await chmod(each, 0o711);
}

async function dataDirOf(id: string): Promise<string | undefined> {
  return readFile(locationOf(id).dataDirFile, 'utf8').catch(() => undefined);
}

/** A connection file that cannot be read counts as one that has the id. */
async function usesLocation(dataDir: string, id: string): Promise<boolean> {
  const connection = await readConnection({ dataDir, connection: join(dataDir, 'postgres.json') }).catch(
    () => ({ id }),
  );
  return connection?.id === id;
}

/** The file system of DATA_DIR is the choice of the operator, whatever it is. */
async function assertDurable({ dataDir }: ClusterPaths): Promise<void> {
  const { type } = await statfs(LOCATIONS);
  const kind = VOLATILE.get(type);
  if (kind && (await stat(LOCATIONS)).dev !== (await stat(dataDir)).dev)
    throw new Error(`it is on ${kind}, which is lost with this container or machine`);
}

/** The beginning of a message. */
async function describeClosed({ dataDir }: ClusterPaths, { name }: ServerAccount): Promise<string> {
  const closed: string[] = [];
  for (let folder = dataDir; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) closed.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  const command = `chmod o+x ${closed.join(' ') || dataDir}`;
  return `${name}, as which root runs PostgreSQL, cannot enter ${dataDir}. Let other users pass its folders (\`${command}\`)`;
}
