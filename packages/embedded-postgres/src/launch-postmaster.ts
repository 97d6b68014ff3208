import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { type Connection, saveConnection } from './connection-file.ts';
import { findFreePort, isPortFree } from './free-port.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { readPostmasterFile, removeMisleadingPostmasterFile } from './postmaster-file.ts';
import { programEnvironment } from './run-command.ts';
import type { ServerAccount } from './server-account.ts';
import { logSize, openLog, readLogTail, rotateLog } from './server-log.ts';
import { serverArguments } from './server-settings.ts';

const LINGERING_BACKENDS_MS = 15_000;
const PORT_ATTEMPTS = 10;
const LISTEN_MS = 60_000;

type Launch = {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  account: ServerAccount;
  /** Its port is reused if free. */
  connection: Connection;
  settings: Record<string, string>;
  /** Requires that port, because users have its url. */
  samePort: boolean;
};

/** Resolves when PostgreSQL listens, even if it is recovering. Needs the start lock. */
export async function launchPostmaster(launch: Launch): Promise<Connection> {
  const { paths, binaries, account, settings } = launch;
  const giveUpOnBackends = Date.now() + LINGERING_BACKENDS_MS;
  let { connection } = launch;
  await rotateLog(paths);

  for (let portAttempts = 0; ; ) {
    const port = await choosePort(connection.port, launch.samePort);
    connection = await saveConnection(paths, { ...connection, port, settings });
    await removeMisleadingPostmasterFile(paths);
    const args = await serverArguments(paths, binaries, account, connection);
    const failureLog = await spawnUntilListening(launch, args);
    if (failureLog === undefined) return connection;

    if (
      /could not bind|could not create any TCP\/IP sockets/.test(failureLog) &&
      portAttempts < PORT_ATTEMPTS
    ) {
      portAttempts++;
      continue;
    }
    const lingering = /pre-existing shared memory block|lock file "postmaster.pid"/.test(failureLog);
    if (!lingering || Date.now() > giveUpOnBackends) {
      throw new Error(`PostgreSQL did not start. The end of ${paths.log}:\n${failureLog}`);
    }
    await sleep(300);
  }
}

async function choosePort(previous: number, samePort: boolean): Promise<number> {
  if (await isPortFree(previous)) return previous;
  if (samePort) throw new Error(`Port ${previous}, on which PostgreSQL ran, is taken.`);
  return findFreePort();
}

/** Returns the log if PostgreSQL exited instead. */
async function spawnUntilListening(launch: Launch, args: string[]): Promise<string | undefined> {
  const { paths, binaries, account } = launch;
  const logStart = await logSize(paths);
  const { file, args: allArgs, ...options } = account.command(binaries.postgres, args);
  const log = await openLog(paths);
  // Ctrl-C and signals to npm's process group must not reach it.
  const child = spawn(file, allArgs, {
    ...options,
    env: programEnvironment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    windowsHide: true,
  });
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.unref();
  await log.close();

  for (const deadline = Date.now() + LISTEN_MS; Date.now() < deadline; ) {
    if (failure) throw new Error(`${file} cannot be run: ${failure.message}`);
    if (child.exitCode !== null || child.signalCode !== null) return readLogTail(paths, logStart);
    const written = await readPostmasterFile(paths);
    if (written?.pid === child.pid && written?.status) return undefined;
    await sleep(15);
  }
  throw new Error(
    `PostgreSQL does not listen after 60 s. The end of ${paths.log}:\n${await readLogTail(paths)}`,
  );
}
