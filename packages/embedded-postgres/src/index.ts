import { prepareClusterPaths } from './cluster-paths.ts';
import type { Log } from './log.ts';
import { assertNoReservedSettings } from './server-settings.ts';
import { superviseCluster } from './supervised-cluster.ts';

export { LOCATIONS } from './cluster-location.ts';

export type EmbeddedPostgres = {
  /**
   * postgres://user:password@127.0.0.1:port/outturn, valid until `stop`, also across crashes of PostgreSQL. The role owns the
   * database and is no superuser.
   */
  url: string;
  /** The same for a superuser, for administration. */
  superuserUrl: string;
  /** Ends this use. The last user's call stops PostgreSQL and returns when it is gone. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL of `dataDir`, or attaches to it when it is already running; creates it the first time.
 *
 * Any number of processes may use one `dataDir`. PostgreSQL outlives the process that started it, and restarts
 * when it crashes while a user lives. `settings` are PostgreSQL's own, for example `{ work_mem: '64MB' }`; they
 * apply when this call starts it, not when it attaches. `log` gets what happens, one line at a time; `warn` is for
 * trouble, such as a crash.
 *
 * Throws with the end of PostgreSQL's log when it does not come up, and with what to do when it cannot run here.
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
