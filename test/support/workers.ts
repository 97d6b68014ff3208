import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Gateway, StartOptions } from './gateway.ts';
import { type Answer, get, post } from './load/exchange.ts';
import { waitUntil } from './load/wait-until.ts';

/** Options of a gateway with so many workers. */
export const withWorkers = (count: number): StartOptions => ({ args: ['--workers', String(count)] });

/** Has the log name the worker of each answer. */
export const tellingWorkers = { LOG_LEVEL: 'debug' };

/** A connection that stays with one process. */
export type Line = {
  /** The worker at the other end, for a gateway with workers. */
  worker: number | undefined;
  get(path: string, token: string): Promise<Answer>;
  post(path: string, token: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): void;
};

/** One connection to a gateway. */
export function openLine({ url }: Pick<Gateway, 'url'>, worker?: number): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const authorized = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    worker,
    get: (path, token) => get(agent, `${url}${path}`, { ...authorized(token) }),
    post: (path, token, body, headers) =>
      post(agent, `${url}${path}`, {
        body: JSON.stringify(body),
        headers: { ...authorized(token), ...headers },
      }),
    close: () => agent.destroy(),
  };
}

/**
 * A connection to each worker of a gateway, which must log at `debug`. Connections are distributed, so some more are
 * tried.
 */
export async function lineToEach(gateway: Gateway, count: number, token: string): Promise<Line[]> {
  const lines = new Map<number, Line>();
  for (let tries = 0; lines.size < count && tries < 10 * count; tries++) {
    const line = openLine(gateway);
    const worker = await workerBehind(gateway, line, token);
    if (lines.has(worker)) line.close();
    else lines.set(worker, { ...line, worker });
  }
  if (lines.size < count) throw new Error(`only ${lines.size} of ${count} workers were reached`);
  return [...lines.values()];
}

async function workerBehind(gateway: Gateway, line: Line, token: string): Promise<number> {
  const requestId = randomUUID();
  await line.post('/v1/revenues', token, { agentKey: 'nobody' }, { 'x-request-id': requestId });
  let worker: number | undefined;
  await waitUntil('the log tells who answered', () => {
    worker = logLines(gateway).find((entry) => entry.requestId === requestId)?.worker;
    return worker !== undefined;
  });
  return worker ?? 0;
}

export type LogLine = {
  msg: string;
  pid: number;
  worker?: number;
  workers?: number;
  workerPid?: number;
  requestId?: string;
  door?: string;
};

/** The JSON lines in a gateway's output. */
export function logLines(gateway: Pick<Gateway, 'output'>): LogLine[] {
  return gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}

/** The process ids of replacement workers, in the order of their start. */
export function replacements(gateway: Pick<Gateway, 'output'>): number[] {
  return logLines(gateway).flatMap(({ msg, workerPid }) =>
    msg.startsWith('another worker') && workerPid ? workerPid : [],
  );
}

/** The process id of a worker, from the log. Throws where there is none, because 0 would signal the whole group. */
export function pidOf(gateway: Pick<Gateway, 'output'>, worker: number | undefined): number {
  const found = logLines(gateway).findLast((line) => line.worker === worker && worker !== undefined)?.pid;
  if (found === undefined) throw new Error(`worker ${worker} has not said anything`);
  return found;
}

/** The process ids of a gateway's running workers. */
export function livingWorkers({ pid }: ChildProcess): number[] {
  const rows = existsSync('/proc/self/stat') ? childrenInProc(pid) : childrenOfPs(pid);
  return rows.filter(([, state]) => state && !state.startsWith('Z')).map(([id]) => Number(id));
}

function childrenInProc(pid: number | undefined): string[][] {
  const ids = readProc(`${pid}/task/${pid}/children`).trim().split(' ');
  return ids.map((id) => [id, readProc(`${id}/stat`).split(') ')[1] ?? '']);
}

/** Empty for a process that has ended meanwhile. */
function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function childrenOfPs(pid: number | undefined): string[][] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,stat=', '--ppid', String(pid)], { encoding: 'utf8' });
  const rows = stdout.trim().split('\n');
  return rows.map((row) => row.trim().split(/\s+/));
}
