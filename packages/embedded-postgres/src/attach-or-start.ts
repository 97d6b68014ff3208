import { setTimeout as sleep } from 'node:timers/promises';
import { findApplicationFault, resetApplicationSettings, setUpApplication } from './application-role.ts';
import { giveAccess, locationFolder, runsWithoutPrivilege } from './cluster-access.ts';
import { isClusterOwn } from './cluster-location.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { assertSameMajorVersion } from './cluster-version.ts';
import { type Connection, readConnection, saveConnection } from './connection-file.ts';
import { clusterExists, createCluster } from './create-cluster.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { type Lease, tryLease } from './lease.ts';
import { leaveCluster } from './leave-cluster.ts';
import type { Log } from './log.ts';
import { reachableBinaries } from './postgres-binaries.ts';
import { findRunningPostmaster } from './running-postmaster.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import { readLogTail } from './server-log.ts';
import { settleLocation } from './settle-location.ts';
import { withStartLock } from './start-lock.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { ACCOUNT } from './system-account.ts';

const READY_MS = 60_000;
const MAX_LAUNCHES = 3;
const WRONG_PASSWORD = '28P01';

export type StartRequest = {
  paths: ClusterPaths;
  settings: Record<string, string>;
  log: Log;
  /** After a crash: use the previous port and settings. */
  asBefore: boolean;
};

export type LeasedCluster = { lease: Lease; connection: Connection };

export async function attachOrStart(request: StartRequest): Promise<LeasedCluster> {
  const { paths } = request;
  const account = await chooseServerAccount(paths);
  const connection = await readConnection(paths);
  if (connection && (await isReadyToAttach(paths, account, connection))) {
    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) {
      const { lease } = attempt;
      let isReady = false;
      try {
        isReady = !(await findApplicationFault(connection));
      } finally {
        if (!isReady) await lease.close();
      }
      if (isReady) return { lease, connection };
    }
  }
  return withStartLock(paths, () => startUnderLock(request, account));
}

async function isReadyToAttach(
  paths: ClusterPaths,
  account: ServerAccount,
  connection: Connection,
): Promise<boolean> {
  if (connection.isNew || !(await isClusterOwn(paths, connection))) return false;
  return runsWithoutPrivilege(paths, account.ids);
}

async function startUnderLock(request: StartRequest, account: ServerAccount): Promise<LeasedCluster> {
  const { paths, log } = request;
  let deadline = Date.now() + READY_MS;
  let launches = 0;
  let connection = await existingConnection(paths, log);

  for (;;) {
    const running = connection && (await findRunningUnprivileged(request, account, connection));
    if (!connection || !running) {
      if (launches === MAX_LAUNCHES) throw await notReady(paths, 'ended again right after it started');
      launches++;
      connection = await launch(request, account, connection);
      deadline = Date.now() + READY_MS;
    } else if (running.port && running.port !== connection.port) {
      connection = await saveConnection(paths, { ...connection, port: running.port });
    }

    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) {
      const { lease } = attempt;
      try {
        return { lease, connection: await prepareApplication(request, connection) };
      } catch (error) {
        await (launches > 0 ? leaveCluster(request, lease) : lease.close()).catch(() => {});
        throw error;
      }
    }
    const { code, message } = attempt.refusal;
    if (code === WRONG_PASSWORD) {
      if (launches > 0) await stopPostmaster(paths);
      throw new Error(`The password in ${paths.connection} is not that of the database in ${paths.cluster}.`);
    }
    if (Date.now() > deadline)
      throw await notReady(paths, `is not ready after 60 s but goes on trying (${message})`);
    await sleep(30);
  }
}

async function existingConnection(paths: ClusterPaths, log: Log): Promise<Connection | undefined> {
  const stored = await readConnection(paths);
  const connection = stored && (await settleLocation(paths, stored, log));
  if (await clusterExists(paths)) {
    if (connection) return connection;
    throw new Error(`${paths.connection} is missing: restore it, it holds the password of the database.`);
  }
  if (!connection || connection.isNew) return undefined;
  throw new Error(
    `${paths.cluster} is missing, although ${paths.connection} describes it. Restore it, or delete that file to ` +
      'begin with an empty database.',
  );
}

/** Stops a server with extra privileges; its users reconnect to its successor. */
async function findRunningUnprivileged(
  { paths, log }: StartRequest,
  account: ServerAccount,
  connection: Connection,
) {
  const running = await findRunningPostmaster(paths, connection);
  if (!running || (await runsWithoutPrivilege(paths, account.ids))) return running;
  log(`restarting PostgreSQL, which runs as another user than ${ACCOUNT} or with a capability`, 'info');
  await stopPostmaster(paths);
  return undefined;
}

async function launch(
  request: StartRequest,
  account: ServerAccount,
  existing: Connection | undefined,
): Promise<Connection> {
  const { paths, log, asBefore } = request;
  if (!existing && asBefore) throw new Error(`${paths.cluster} is gone.`);
  const binaries = await reachableBinaries(account, paths);
  const connection = existing
    ? await giveAccess(paths, account, existing)
    : await createCluster(paths, binaries, account, log);
  await assertSameMajorVersion(paths, binaries, account);

  const settings = asBefore ? connection.settings : request.settings;
  const started = await launchPostmaster({
    paths,
    binaries,
    account,
    connection,
    settings,
    samePort: asBefore,
  });
  log(`PostgreSQL listens on port ${started.port}`, 'info');
  const folder = locationFolder(started);
  if (folder) log(`the database of ${paths.dataDir} is in ${folder}: a backup needs both`, 'info');
  return started;
}

async function prepareApplication({ paths, log }: StartRequest, connection: Connection): Promise<Connection> {
  if (!connection.isNew && !(await findApplicationFault(connection))) return connection;
  await setUpApplication(connection);
  let fault = await findApplicationFault(connection);
  if (fault) {
    log(`resetting the settings of the database and of its role: ${fault}`, 'warn');
    await resetApplicationSettings(connection);
    fault = await findApplicationFault(connection);
  }
  if (fault) throw new Error(`The application cannot use its database in ${paths.cluster}: ${fault}.`);
  return connection.isNew ? saveConnection(paths, { ...connection, isNew: false }) : connection;
}

async function notReady(paths: ClusterPaths, problem: string): Promise<Error> {
  return new Error(`PostgreSQL ${problem}. The end of ${paths.log}:\n${await readLogTail(paths)}`);
}
