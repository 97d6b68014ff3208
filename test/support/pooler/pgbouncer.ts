import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { executable } from '../executable.ts';
import { freePort } from '../free-port.ts';
import { waitUntil } from '../load/wait-until.ts';

/** The path of PgBouncer, if it is installed. */
export const pgbouncerPath = executable('pgbouncer');

/** PgBouncer's own settings, such as `query_wait_timeout`. */
type PoolerSettings = Record<string, string | number>;

/** A PgBouncer in transaction mode in front of the run's PostgreSQL, or another, for the tests of a file. */
export type PgBouncer = {
  /** The URL of a database through the pooler. */
  through(databaseUrl: string): string;
  /** Its whole log. */
  log(): string;
  /** SIGKILL drops every connection; SIGTERM is its immediate shutdown. Resolves when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  start(): Promise<void>;
};

export function usePgBouncer(
  settings: PoolerSettings = {},
  serverUrl: () => string = () => inject('databaseUrl'),
): PgBouncer {
  let pooler: (PgBouncer & { remove(): Promise<void> }) | undefined;
  beforeAll(async () => {
    pooler = await startPgBouncer(serverUrl(), settings);
  });
  afterAll(() => pooler?.remove());
  const started = () => {
    if (pooler) return pooler;
    throw new Error('PgBouncer runs from beforeAll to afterAll');
  };
  return {
    through: (databaseUrl) => started().through(databaseUrl),
    log: () => started().log(),
    end: (signal) => started().end(signal),
    start: () => started().start(),
  };
}

/** Starts a PgBouncer in front of a server. `remove` ends it for good. */
export async function startPgBouncer(
  serverUrl: string,
  settings: PoolerSettings = {},
): Promise<PgBouncer & { remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-pgbouncer-'));
  // It refuses to run as root, and reads this folder as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(path.join(folder, 'pgbouncer.ini'), configuration(serverUrl, port, settings));
  let child: ChildProcess | undefined;
  let log = '';
  const start = async () => {
    child = spawn(pgbouncerPath ?? '', [...userOption(), path.join(folder, 'pgbouncer.ini')]);
    child.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    // It listens before it says so.
    const before = log.length;
    await waitUntil('PgBouncer is up', () => log.slice(before).includes('process up'));
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  await start();
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    log: () => log,
    end,
    start,
    async remove() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every client is accepted and mapped to the user of the run's server. */
function configuration(serverUrl: string, port: number, settings: PoolerSettings): string {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 20,
    max_client_conn: 1_000,
    query_wait_timeout: 5,
    server_login_retry: 1,
    ...settings,
  };
  return [
    '[databases]',
    `* = host=${hostname} port=${serverPort || 5432} user=${decodeURIComponent(username)}${secret}`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n');
}

function userOption(): string[] {
  return process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
}
