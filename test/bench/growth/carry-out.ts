import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from '../arena.ts';
import { BATCH_CONNECTIONS } from '../benchmarks/batch.ts';
import { CONNECTIONS, drive } from '../contender.ts';
import type { Traffic } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import type { Round } from '../rounds.ts';
import type { ServerProcess } from '../server-process.ts';
import { checkWritten, type Grown, plan } from './grown.ts';
import { checkpointsBegun, walPosition } from './storage.ts';
import type { Task } from './tasks.ts';

/** Stored records per write. A page of the index has 125 keys, so that about one page in twenty stays untouched. */
const KEYS_PER_TOUCH = 40;

type Turn = { grown: Grown; task: Task; options: BenchOptions; server?: ServerProcess };

/** One round of a task, at the gateway of the database or at another server on it. */
export async function carryOut(
  arena: Arena,
  { grown, task, options, server = grown.server }: Turn,
): Promise<Round> {
  if (task.kind === 'work') return timed(task.work);
  const { traffic } = task;
  const load = { traffic, options, plan, connections: connectionsOf(traffic) } as const;
  const before = await walPosition(grown);
  const result = await drive(arena, { ...grown, server }, grown.developer, load);
  if (traffic.kind !== 'read') {
    const each = ((await walPosition(grown)) - before) / result.acknowledged;
    process.stderr.write(`    ${each.toFixed(0)} bytes of write-ahead log per record\n`);
    grown.written += result.acknowledged;
    await checkWritten(grown);
  }
  return result;
}

/**
 * Runs `work` in the steady state between two checkpoints, after most pages of the index of keys have been written
 * once.
 */
export async function whenSteady<T>(
  arena: Arena,
  { all, options }: { all: readonly Grown[]; options: BenchOptions },
  work: () => Promise<T>,
): Promise<T> {
  await arena.settle();
  // PostgreSQL counts that checkpoint a moment later.
  await sleep(500);
  const begun = await checkpointsOf(all);
  for (const grown of all) await touchPages(arena, grown, options);
  const result = await work();
  const more = (await checkpointsOf(all)) - begun;
  if (more > 0) process.stderr.write(`    not steady: ${more} more checkpoints; raise max_wal_size\n`);
  return result;
}

async function checkpointsOf([grown]: readonly Grown[]): Promise<number> {
  return grown ? checkpointsBegun(grown) : 0;
}

async function touchPages(arena: Arena, grown: Grown, options: BenchOptions): Promise<void> {
  const traffic = { kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours: 1 } as const;
  const load = { traffic, options, plan, seconds: 2, connections: BATCH_CONNECTIONS } as const;
  for (let touched = 0; touched < grown.records / KEYS_PER_TOUCH; ) {
    const { acknowledged } = await drive(arena, grown, grown.developer, load);
    touched += acknowledged;
    grown.written += acknowledged;
  }
}

function connectionsOf({ kind }: Traffic): number {
  if (kind === 'batch') return BATCH_CONNECTIONS;
  // A few connections that read keep both cores busy.
  return kind === 'read' ? 8 : CONNECTIONS;
}

async function timed(work: () => Promise<unknown>): Promise<Round> {
  const begun = performance.now();
  await work();
  const milliseconds = performance.now() - begun;
  return { rate: 1000 / milliseconds, p50: milliseconds, p99: milliseconds };
}
