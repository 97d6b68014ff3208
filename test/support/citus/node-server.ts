import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '../load/wait-until.ts';
import { on } from '../on.ts';

const run = promisify(execFile);

/** The server of a node on this machine. */
export type NodeServer = {
  /** PostgreSQL's immediate stop, after which uncommitted changes are gone. */
  crash(): Promise<void>;
  /** Starts it with its former arguments; resolves when it accepts connections. */
  start(): Promise<void>;
  /**
   * Suspends it and its child processes: connections stay open without answers, until the returned function is called.
   */
  fallSilent(): Promise<() => void>;
};

/** Finds the server behind a URL by its data directory; the caller must be allowed to signal it. */
export async function serverOf(url: string): Promise<NodeServer> {
  const [row] = await on<{ directory: string }>(url, "select current_setting('data_directory') as directory");
  const directory = row?.directory ?? '';
  const pidFile = path.join(directory, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  const listed = async (file: string) =>
    (await readFile(`/proc/${pid}/${file}`, 'utf8')).split('\0').filter((entry) => entry !== '');
  const [, ...args] = await listed('cmdline');
  // Its own environment, because libpq looks for certificates in a home that the server's user may not read.
  const env = Object.fromEntries((await listed('environ')).map((entry) => entry.split(/=(.*)/s)));
  const program = await readlink(`/proc/${pid}/exe`);
  const { uid, gid } = await stat(directory);
  const answers = () =>
    on(url, 'select 1').then(
      () => true,
      () => false,
    );
  return {
    async crash() {
      const current = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
      process.kill(current, 'SIGQUIT');
      // A server that refuses connections may still hold its directory, and then no other starts there.
      await waitUntil('the server is gone', () => !existsSync(pidFile));
    },
    async start() {
      spawn(program, args, { uid, gid, env, cwd: '/', detached: true, stdio: 'ignore' }).unref();
      await waitUntil('the server is back', answers);
    },
    async fallSilent() {
      const main = (await readFile(pidFile, 'utf8')).split('\n')[0] ?? '';
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', main]);
      const pids = [main, ...stdout.trim().split(/\s+/)].map(Number);
      const tell = (signal: 'SIGSTOP' | 'SIGCONT') => {
        for (const each of pids) process.kill(each, signal);
      };
      tell('SIGSTOP');
      return () => tell('SIGCONT');
    },
  };
}
