import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

/** Clock ticks a second, which are fixed in Linux's interface to programs. */
const TICKS = 100;

type Watched = {
  /** Process ids of servers, whose workers are included. */
  servers: readonly number[];
  postmaster: number;
  generator: number;
  /** Other servers of the benchmark, which do not count as a disturbance. */
  alsoServers?: readonly number[];
};

/** Processor time in seconds, since each process, or the machine, was started. */
type ProcessorTime = {
  server: number;
  postgres: number;
  generator: number;
  also: number;
  machine: number;
  at: number;
};

/** The processor time of a piece of work. */
export type Cost = {
  /** Seconds. Unlike a rate, it hardly depends on other load of the machine. */
  server: number;
  postgres: number;
  generator: number;
  /** The share of the machine that other processes used: from 0 (undisturbed) to 1. */
  others: number;
};

/** Runs work and returns its cost in these processes. Without /proc there is no cost. */
export async function withCost<T>(
  watched: Watched,
  work: () => Promise<T>,
): Promise<{ result: T; cost: Cost | undefined }> {
  const before = await processorTime(watched);
  const result = await work();
  const after = await processorTime(watched);
  if (!before || !after) return { result, cost: undefined };
  const [server, postgres, generator] = [
    after.server - before.server,
    after.postgres - before.postgres,
    after.generator - before.generator,
  ];
  const available = (after.at - before.at) * availableParallelism();
  const also = after.also - before.also;
  const others = (after.machine - before.machine - server - postgres - generator - also) / available;
  return { result, cost: { server, postgres, generator, others: Math.max(0, others) } };
}

async function processorTime(watched: Watched): Promise<ProcessorTime | undefined> {
  const postmaster = await statOf(watched.postmaster);
  const generator = await statOf(watched.generator);
  if (!postmaster || !generator) return undefined;
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(ids.map((id) => statOf(Number(id))));
  // Time of a backend that ended during the reads would be in neither, so they are repeated.
  if ((await statOf(watched.postmaster))?.ended !== postmaster.ended) return processorTime(watched);
  const backends = all.filter((stat) => stat?.parent === watched.postmaster);
  // Backends that have ended count in their parent.
  const postgres = backends.reduce((sum, stat) => sum + (stat?.own ?? 0), postmaster.own + postmaster.ended);
  const isServer = (pid: number) => watched.servers.includes(pid);
  const serving = all.filter((stat) => stat && (isServer(stat.pid) || isServer(stat.parent)));
  const server = serving.reduce((sum, stat) => sum + (stat?.own ?? 0), 0);
  const beside = await Promise.all((watched.alsoServers ?? []).map(statOf));
  const also = beside.reduce((sum, stat) => sum + (stat?.own ?? 0), 0);
  const machine = await machineTime();
  return {
    server,
    postgres,
    generator: generator.own,
    also,
    machine,
    at: performance.now() / 1000,
  };
}

type Stat = { pid: number; parent: number; own: number; ended: number };

/** See proc_pid_stat(5): fields 4 (parent), 14 and 15 (own time), 16 and 17 (time of ended children). */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in field 2 may hold spaces; it ends with the last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid,
    parent: field(4),
    own: (field(14) + field(15)) / TICKS,
    ended: (field(16) + field(17)) / TICKS,
  };
}

/** See proc_stat(5): everything but idle and iowait. The time of guests is part of "user". */
async function machineTime(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS;
}
