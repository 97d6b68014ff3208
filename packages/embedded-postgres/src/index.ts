import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareClusterPaths } from './cluster-paths.ts';
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
  const paths = await prepareClusterPaths(dataDir);
  return superviseCluster({ paths, settings, log, asBefore: false });
}

/** Whether `startEmbeddedPostgres` would find a database, or remains of one, in `dataDir`. Changes nothing. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const isThere = (name: string) =>
    lstat(join(dataDir, name)).then(
      () => true,
      (error: unknown) => errorCode(error) !== 'ENOENT',
    );
  return (await isThere('postgres.json')) || isThere('postgres');
}
