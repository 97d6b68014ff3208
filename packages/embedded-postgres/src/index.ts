import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { locationOf } from './cluster-location.ts';
import { prepareClusterPaths } from './cluster-paths.ts';
import { readConnection } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import type { Log } from './log.ts';
import { assertNoReservedSettings } from './server-settings.ts';
import { superviseCluster } from './supervised-cluster.ts';

export { LOCATIONS } from './cluster-location.ts';

export type EmbeddedPostgres = {
  /**
   * postgres://user:password@127.0.0.1:port/outturn, valid until `stop`, even if PostgreSQL crashes. The role owns the database
   * and is not a superuser.
   */
  url: string;
  /** Superuser url for administration. */
  superuserUrl: string;
  /** The call of the last user stops PostgreSQL and resolves when it has exited. */
  stop(): Promise<void>;
};

/**
 * Creates, starts or attaches to the PostgreSQL of `dataDir`, which any number of processes can share. PostgreSQL runs until its
 * last user stops, and restarts after a crash. `settings`, such as `{ work_mem: '64MB' }`, apply only if this call starts it.
 * `log` receives one line per event. Throws with the end of PostgreSQL's log, or with instructions, if it cannot start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  settings?: Record<string, string>;
  log?: Log;
}): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, log = () => {} } = options;
  assertNoReservedSettings(settings);
  try {
    const paths = await prepareClusterPaths(dataDir);
    return await superviseCluster({ paths, settings, log, asBefore: false });
  } catch (cause) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(cause)) || !(cause instanceof Error)) throw cause;
    const problem = `${dataDir} cannot hold a database (${cause.message}). Choose a folder that this user may write.`;
    throw new Error(problem, { cause });
  }
}

/** The folder of the database, or of remains of one, that `startEmbeddedPostgres` would find. Changes nothing. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, 'postgres');
  const connection = await readConnection({ dataDir, connection: join(dataDir, 'postgres.json') });
  if (connection?.id !== undefined) return locationOf(connection.id).cluster;
  const isThere = connection || (await lstat(cluster).catch(() => undefined));
  return isThere && cluster;
}
