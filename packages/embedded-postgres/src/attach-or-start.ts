import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { assertSameMajorVersion } from './cluster-version.ts';
import { type Connection, readConnection, saveConnection } from './connection-file.ts';
import { clusterExists, createCluster } from './create-cluster.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { type Lease, tryLease } from './lease.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { findRunningPostmaster } from './running-postmaster.ts';
import { chooseServerAccount } from './server-account.ts';
import { readLogTail } from './server-log.ts';
import { withStartLock } from './start-lock.ts';
import { giveClusterTo } from './unprivileged-user.ts';

const READY_MS = 60_000;
const MAX_LAUNCHES = 3;
const WRONG_PASSWORD = '28P01';

export type Log = (line: string, level: 'info' | 'warn') => void;

export type StartRequest = {
  paths: ClusterPaths;
  settings: Record<string, string>;
  log: Log;
  /** After a crash: start it as it ran before, on the same port with the settings it had. */
  asBefore: boolean;
};

export type LeasedCluster = { lease: Lease; connection: Connection };

/** Gets a lease on the running cluster, or starts (and the first time creates) it under the start lock. */
export async function attachOrStart(request: StartRequest): Promise<LeasedCluster> {
  const { paths } = request;
  const connection = await readConnection(paths);
  if (connection) {
    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) return { lease: attempt.lease, connection };
  }
  return withStartLock(paths, () => startUnderLock(request));
}

async function startUnderLock({ paths, settings, log, asBefore }: StartRequest): Promise<LeasedCluster> {
  let deadline = Date.now() + READY_MS;
  let launches = 0;
  let connection = await existingConnection(paths);

  for (;;) {
    const running = connection && (await findRunningPostmaster(paths, connection));
    if (!connection || !running) {
      if (launches === MAX_LAUNCHES) throw await notReady(paths, 'ended again right after it started');
      launches++;
      connection = await launch({ paths, settings, log, asBefore }, connection);
      deadline = Date.now() + READY_MS;
    } else if (running.port && running.port !== connection.port) {
      connection = await saveConnection(paths, { ...connection, port: running.port });
    }

    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) return { lease: attempt.lease, connection };
    const { code, message } = attempt.refusal;
    if (code === WRONG_PASSWORD) {
      throw new Error(`The password in ${paths.connection} is not that of the database in ${paths.cluster}.`);
    }
    if (Date.now() > deadline)
      throw await notReady(paths, `is not ready after 60 s but goes on trying (${message})`);
    await sleep(30);
  }
}

async function existingConnection(paths: ClusterPaths): Promise<Connection | undefined> {
  if (!(await clusterExists(paths))) return undefined;
  const connection = await readConnection(paths);
  if (connection) return connection;
  throw new Error(`${paths.connection} is missing: restore it, it holds the password of the database.`);
}

async function launch(request: StartRequest, existing: Connection | undefined): Promise<Connection> {
  const { paths, log, asBefore } = request;
  const binaries = await loadPostgresBinaries();
  const account = await chooseServerAccount(binaries, paths);
  if (existing && account.ids) await giveClusterTo(paths, account.ids);
  if (!existing && asBefore) throw new Error(`${paths.cluster} is gone.`);
  if (!existing) log(`creating a PostgreSQL database in ${paths.cluster}`, 'info');
  const connection = existing ?? (await createCluster(paths, binaries, account));
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
  return started;
}

async function notReady(paths: ClusterPaths, problem: string): Promise<Error> {
  return new Error(`PostgreSQL ${problem}. The end of ${paths.log}:\n${await readLogTail(paths)}`);
}
