import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nodeEnvironment, nodeFlags, outturn } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A server under load, in a process of its own. */
export type ServerProcess = {
  port: number;
  pid: number;
  /** When it was started, on the clock of `performance.now()`. */
  startedAt: number;
  stop(): Promise<void>;
};

/** A build of Outturn, with the Node.js flags and environment of `npm start`. */
export type Program = { script: string; nodeFlags: string[]; nodeEnvironment: Record<string, string> };

const bundled: Program = { script: outturn, nodeFlags, nodeEnvironment };

type Start = { script: string; args?: string[]; nodeArgs?: string[]; env: Record<string, string> };

type GatewayStart = Partial<Start> & { program?: Program };

/** By default the bundle that users run. */
export function startGateway(
  databaseUrl: string,
  { program = bundled, script = program.script, nodeArgs = [], env = {}, args = [] }: GatewayStart = {},
): Promise<ServerProcess> {
  return startServer({
    script,
    args: ['serve', ...args],
    nodeArgs: [...program.nodeFlags, ...nodeArgs],
    env: {
      ...program.nodeEnvironment,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // Without Redis, because its round trip per call is needed by several gateways only.
      REDIS_URL: '',
      SESSION_SECRET: 'of a server to which nobody signs in',
      ...env,
    },
  });
}

/**
 * One of several gateways on a database, which share limits through Redis if the environment names one; a single one
 * does not.
 */
export function startOneOf(
  count: number,
  args: string[] = [],
): (databaseUrl: string) => Promise<ServerProcess> {
  const { REDIS_URL = '' } = count > 1 ? process.env : {};
  return (databaseUrl) => startGateway(databaseUrl, { env: { REDIS_URL }, args });
}

/** A peer of `test/bench/peers`, in one of so many processes, which divide the best number of connections. */
export function startPeer(name: string, databaseUrl: string, processes = 1): Promise<ServerProcess> {
  const script = path.join(root, `test/bench/peers/${name}.ts`);
  return startServer({ script, env: { DATABASE_URL: databaseUrl, PEER_PROCESSES: String(processes) } });
}

/** Resolves when the server prints its port. */
async function startServer({ script, args = [], nodeArgs = [], env }: Start): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeArgs, script, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', SHUTDOWN_DELAY: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, digits] = /ready at http:\/\/[^:]+:(\d+)/i.exec(line) ?? [];
      if (digits) resolve(Number(digits));
    });
  });
  return { port, pid: child.pid ?? 0, startedAt, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exit;
  clearTimeout(impatience);
}

/** Resident memory of a process in MiB; undefined where the system does not report it. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
