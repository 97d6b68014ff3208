import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findApplicationFault, resetApplicationSettings, setUpApplication } from './application-role.ts';
import {
  assertOriginal,
  claimLocation,
  ensureReachable,
  isOwnLocation,
  locationOf,
  placeCluster,
} from './cluster-location.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { assertSameMajorVersion } from './cluster-version.ts';
import { type Connection, readConnection, saveConnection } from './connection-file.ts';
import { createCluster } from './create-cluster.ts';
import { errorCode } from './error-code.ts';
import { findFreePort } from './free-port.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { type Lease, tryLease } from './lease.ts';
import { leaveCluster } from './leave-cluster.ts';
import type { Log } from './log.ts';
import { reachableBinaries } from './postgres-binaries.ts';
import { findRunningPostmaster } from './running-postmaster.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import { readLogTail } from './server-log.ts';
import { withStartLock } from './start-lock.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const READY_MS = 60_000;
const MAX_LAUNCHES = 3;
const WRONG_PASSWORD = '28P01';

export type StartRequest = {
  /** Paths with the cluster in DATA_DIR. `locate` corrects `cluster` if `postgres.json` has the id of a location. */
  paths: ClusterPaths;
  settings: Record<string, string>;
  log: Log;
  /** After a crash: use the previous port and settings. */
  asBefore: boolean;
};

export type LeasedCluster = { lease: Lease; connection: Connection; paths: ClusterPaths };

export async function attachOrStart(request: StartRequest): Promise<LeasedCluster> {
  const connection = await readConnection(request.paths);
  if (connection && (await isReadyToAttach(request.paths, connection))) {
    const paths = locate(request.paths, connection);
    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) {
      const { lease } = attempt;
      let isReady = false;
      try {
        isReady = !(await findApplicationFault(connection));
      } finally {
        if (!isReady) await lease.close();
      }
      if (isReady) return { lease, connection, paths };
    }
  }
  return withStartLock(request.paths, () => startUnderLock(request));
}

async function isReadyToAttach(paths: ClusterPaths, { id, isNew }: Connection): Promise<boolean> {
  return !isNew && (id === undefined || (await isOwnLocation(paths, id)));
}

function locate(paths: ClusterPaths, { id }: Connection): ClusterPaths {
  return id === undefined ? paths : { ...paths, cluster: locationOf(id).cluster };
}

async function startUnderLock(request: StartRequest): Promise<LeasedCluster> {
  const { log } = request;
  const account = await chooseServerAccount(request.paths);
  let connection = (await readConnection(request.paths)) ?? (await newConnection(request, account));
  const paths = locate(request.paths, connection);
  await assertUsable(paths, account, connection);

  let launches = 0;
  for (let deadline = Date.now() + READY_MS; ; ) {
    const running = await findRunningPostmaster(paths, connection);
    if (!running) {
      if (launches === MAX_LAUNCHES) throw await notReady(paths, 'ended again right after it started');
      launches++;
      connection = await launch({ ...request, paths }, account, connection);
      deadline = Date.now() + READY_MS;
    } else if (running.port && running.port !== connection.port) {
      connection = await saveConnection(paths, { ...connection, port: running.port });
    }

    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) {
      const { lease } = attempt;
      try {
        return { lease, connection: await prepareApplication({ paths, log }, connection), paths };
      } catch (error) {
        await (launches > 0 ? leaveCluster({ paths, log }, lease) : lease.close()).catch(() => {});
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

/** Saves place and password of a cluster before it exists, so that neither is ever unknown. */
async function newConnection({ paths, asBefore }: StartRequest, account: ServerAccount): Promise<Connection> {
  if (asBefore || (await clusterExists(paths)))
    throw new Error(`${paths.connection} is missing: restore it, it holds the password of the database.`);
  return saveConnection(paths, {
    id: await placeCluster(paths, account),
    port: await findFreePort(),
    password: randomBytes(24).toString('base64url'),
    settings: {},
    isNew: true,
  });
}

async function assertUsable(
  paths: ClusterPaths,
  account: ServerAccount,
  { id, isNew }: Connection,
): Promise<void> {
  const exists = await clusterExists(paths);
  if (id !== undefined) await assertOriginal(paths, id);
  if (exists) await assertOwner(paths, account);
  await ensureReachable(paths, account);
  if (id !== undefined && !(await isOwnLocation(paths, id))) await claimLocation(paths, id);
  if (exists || isNew) return;
  throw new Error(
    `${paths.cluster} is missing, although ${paths.connection} describes it. Restore it, or delete that file to ` +
      'begin with an empty database.',
  );
}

async function clusterExists({ cluster }: ClusterPaths): Promise<boolean> {
  try {
    await stat(join(cluster, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw new Error(
      `${cluster} cannot be read (${errorCode(error)}): it belongs to another user. Start as that user, or as root.`,
    );
  }
}

/** Root must not be told to give away a location, because another user could have put its id into `postgres.json`. */
async function assertOwner(
  { dataDir, cluster, connection }: ClusterPaths,
  { name, ids }: ServerAccount,
): Promise<void> {
  if (!ids || (await stat(cluster)).uid === ids.uid) return;
  const isInDataDir = dirname(cluster) === dataDir;
  throw new Error(
    `${cluster} belongs to another user than ${name}, as which root runs PostgreSQL. ` +
      (isInDataDir
        ? `Give it to that user: chown -R ${ids.uid}:${ids.gid} ${cluster}`
        : `Give ${dataDir} back to its former owner, or delete ${connection} to begin with an empty database.`),
  );
}

async function launch(
  { paths, log, asBefore, settings }: StartRequest,
  account: ServerAccount,
  connection: Connection,
): Promise<Connection> {
  const binaries = await reachableBinaries(account, paths);
  if (!(await clusterExists(paths))) await createCluster({ paths, binaries, account, log }, connection);
  await assertSameMajorVersion(paths, binaries, account);

  const started = await launchPostmaster({
    paths,
    binaries,
    account,
    connection,
    settings: asBefore ? connection.settings : settings,
    samePort: asBefore,
  });
  log(`PostgreSQL listens on port ${started.port}`, 'info');
  if (started.id !== undefined)
    log(`the database is in ${paths.cluster}, so a copy of ${paths.dataDir} does not contain it`, 'info');
  return started;
}

async function prepareApplication(
  { paths, log }: Pick<StartRequest, 'paths' | 'log'>,
  connection: Connection,
): Promise<Connection> {
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
