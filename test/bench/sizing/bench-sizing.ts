import { readdir, readFile } from 'node:fs/promises';
import { type Arena, withArena } from '../arena.ts';
import { BATCH_CONNECTIONS } from '../benchmarks/batch.ts';
import { type Contender, createDeveloper, drive, enter } from '../contender.ts';
import { readStorage, walPosition } from '../growth/storage.ts';
import type { Traffic } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { table } from '../report/tables.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { residentMemory, startGateway } from '../server-process.ts';
import { type Estimate, estimate, type Inputs } from './model.ts';

type Shape = {
  what: string;
  traffic: Traffic;
  connections?: number;
  env?: Record<string, string>;
};

const record: Traffic = { kind: 'record', path: '/v1/revenues' };

const shapes: readonly Shape[] = [
  { what: 'single records', traffic: record },
  {
    what: 'batches of 1,000',
    traffic: { kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours: 1 },
    connections: BATCH_CONNECTIONS,
  },
  {
    what: 'single records, statements not prepared',
    traffic: record,
    env: { DATABASE_PREPARED_STATEMENTS: 'off' },
  },
];

const RATES = [10_000, 1_000_000];

type Measured = Inputs & { rate: number; memory: number; backends: number; perBackend: number };

/** The cost of one record on this machine, and the model's estimates from it. As Markdown. */
export async function benchSizing(options: BenchOptions): Promise<string> {
  const measured = await withArena(options, async (arena) => {
    const all: Measured[] = [];
    for (const [i, shape] of shapes.entries()) all.push(await measure(arena, `sizing_${i}`, shape, options));
    return all;
  });
  const estimates = RATES.flatMap((perSecond) =>
    measured.slice(0, 2).map((inputs) => ({ perSecond, inputs, ...estimate(inputs, perSecond) })),
  );
  return `${measuredTable(measured)}\n\n${estimatesTable(estimates)}`;
}

async function measure(
  arena: Arena,
  name: string,
  { what, traffic, connections, env }: Shape,
  options: BenchOptions,
): Promise<Measured> {
  const contender = await enter(arena, name, (url) => startGateway(url, { env }));
  const developer = await createDeveloper(contender, 'unlimited');
  await seedDimensions(contender, developer);
  await arena.settle();
  const load = { traffic, options, plan: 'unlimited', ...(connections && { connections }) } as const;
  // The first write to each page after a checkpoint logs the whole page, so the measurement starts after those.
  await drive(arena, contender, developer, load);
  const before = await read(contender);
  const result = await drive(arena, contender, developer, load);
  const after = await read(contender);
  const each = (bytes: number) => bytes / result.acknowledged;
  const { backends, perBackend } = await backendMemory(arena.postmasterPid);
  return {
    what,
    rate: result.rate,
    gateway: result.serverMicros ?? Number.NaN,
    postgres: result.postgresMicros ?? Number.NaN,
    wal: each(after.wal - before.wal),
    stored: each(after.stored - before.stored),
    network: each(after.network - before.network),
    memory: (await residentMemory(contender.server.pid)) ?? Number.NaN,
    backends,
    perBackend,
  };
}

async function read(contender: Contender): Promise<{ wal: number; stored: number; network: number }> {
  const storage = await readStorage(contender);
  // Notes of commits are kept for an hour, and rollups stop growing with the number of agents and customers.
  const kept = storage.filter((one) => one.table === 'revenues' || one.table === 'idempotency_keys');
  return {
    wal: await walPosition(contender),
    stored: kept.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0),
    network: await loopbackBytes(),
  };
}

/** See proc_net_dev(5): the bytes received on the loopback interface, by all programs. */
async function loopbackBytes(): Promise<number> {
  const text = await readFile('/proc/net/dev', 'utf8').catch(() => '');
  return Number(/^\s*lo:\s*(\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

/** The number of PostgreSQL's backends, and the memory of each in MiB, including its part of shared pages. */
async function backendMemory(postmaster: number): Promise<{ backends: number; perBackend: number }> {
  const sizes: number[] = [];
  for (const id of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(id) ? await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== postmaster) continue;
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('127.0.0.1')) continue;
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    const anonymous = /^Pss_Anon:\s+(\d+)/m.exec(rollup)?.[1];
    if (anonymous !== undefined) sizes.push(Number(anonymous) / 1024);
  }
  return { backends: sizes.length, perBackend: sizes.reduce((sum, size) => sum + size, 0) / sizes.length };
}

function measuredTable(measured: readonly Measured[]): string {
  return table(
    [
      'measured, per record',
      'gateway µs',
      'PostgreSQL µs',
      'WAL bytes',
      'stored bytes',
      'network bytes',
      'gateway MiB',
      'backends',
      'MiB each',
      'records/s',
    ],
    measured.map(({ what, rate, backends, perBackend, ...one }) => [
      what,
      one.gateway.toFixed(1),
      one.postgres.toFixed(1),
      ...[one.wal, one.stored, one.network, one.memory, backends].map(count),
      perBackend.toFixed(1),
      count(rate),
    ]),
  );
}

function estimatesTable(estimates: readonly (Estimate & { perSecond: number; inputs: Inputs })[]): string {
  const terabytes = (bytes: number) => (bytes / 1e12).toFixed(bytes < 1e13 ? 2 : 0);
  return table(
    [
      'estimated, records/s',
      'as',
      'gateways',
      'PostgreSQL cores',
      'servers',
      'shards',
      'stored TB/day',
      'WAL TB/day',
      'network Gbit/s',
      'connections',
    ],
    estimates.map(({ perSecond, inputs, storedDaily, walDaily, bits, ...one }) => [
      count(perSecond),
      inputs.what,
      ...[one.gateways, one.postgresCores, one.postgresServers].map(count),
      one.shards ? count(one.shards) : '',
      terabytes(storedDaily),
      terabytes(walDaily),
      (bits / 1e9).toFixed(2),
      count(one.connections),
    ]),
  );
}

function count(n: number): string {
  return Math.round(n).toLocaleString('en');
}
