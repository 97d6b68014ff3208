import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectDatabase } from '@outturn/service';
import { waitUntil } from '../../support/load/wait-until.ts';
import { scrape, sumOf } from '../../support/metrics.ts';
import { readsOf, replicasInUse } from '../../support/replicas/reads.ts';
import { type Server, startPrimary } from '../../support/replicas/replicated-postgres.ts';
import { createDeveloper } from '../contender.ts';
import { agentKey, customerKey } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { withCost } from '../processor-time.ts';
import { table } from '../report/tables.ts';
import { median } from '../rounds.ts';
import { seedRevenues } from '../seed-revenues.ts';
import { type ServerProcess, startGateway } from '../server-process.ts';
import { quantile, runStreams, type Stream, type StreamResult } from './paced-load.ts';

const STORED = 100_000;
/** The total load, in requests a second. */
const RATES = { records: 200, lists: 100, questions: 4 };
/** Lists that one client requests one after the other, without other load. */
const ALONE = 400;

type Setup = { name: string; server: ServerProcess; url: string };

type Round = {
  streams: StreamResult[];
  /** Processor time in seconds. */
  primary: number;
  replica: number;
  gateway: number;
  /** The share of the reads on the replica, from 0 to 1. */
  onReplica: number;
};

/** How much load a replica takes off a primary with writes, and its cost for a reader. As Markdown. */
export async function benchReplicas({ rounds, seconds, isQuick }: BenchOptions): Promise<string> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const primary = await startPrimary({ shared_buffers: '256MB', checkpoint_timeout: '1h' });
    stops.push(() => primary.remove());
    // As the scaling guide recommends: otherwise questions would delay the replica for their duration.
    const replica = await primary.addReplica({ hot_standby_feedback: 'on' });
    const database = await connectDatabase({ url: primary.url, poolSize: 2 });
    stops.push(() => database.close());
    const target = { url: primary.url, database };
    const developer = await createDeveloper(target, 'unlimited');
    await seedRevenues(target, developer, isQuick ? STORED / 10 : STORED);

    const start = async (name: string, env: Record<string, string>): Promise<Setup> => {
      const server = await startGateway(primary.url, { env });
      stops.push(server.stop);
      return { name, server, url: `http://127.0.0.1:${server.port}` };
    };
    const setups = [
      await start('the primary alone', {}),
      await start('with a replica', { DATABASE_REPLICA_URLS: replica.url }),
    ];
    const [, reading] = setups as [Setup, Setup];
    await waitUntil('the replica is in use', async () => (await replicasInUse(reading.url)) === 1);

    const alone: string[][] = [];
    for (const setup of setups) alone.push(await measureAlone(setup, developer.token));
    const servers = { primary: await postmasterOf(primary), replica: await postmasterOf(replica) };
    const results = new Map(setups.map(({ name }) => [name, [] as Round[]]));
    for (let round = 0; round < rounds; round++) {
      for (const setup of round % 2 ? [...setups].reverse() : setups) {
        await primary.ask('checkpoint');
        const streams = streamsTo(setup.url, developer.token);
        await runStreams(streams, 1);
        results.get(setup.name)?.push(await measureRound(setup, { streams, servers, seconds }));
      }
    }
    return [aloneTable(alone), loadTable(results), costTable(results, seconds)].join('\n\n');
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function streamsTo(url: string, token: string): Stream[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (target: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${target}`, { headers, ...init });
    await response.arrayBuffer();
    return response.status;
  };
  let n = 0;
  const record = () => {
    const recordedAt = new Date().toISOString();
    const body = { amount: '1.25', recordedAt, agentKey: agentKey(n), customerKey: customerKey(n++) };
    return ask('/v1/revenues', { method: 'POST', body: JSON.stringify(body) });
  };
  return [
    { what: 'records', perSecond: RATES.records, send: record },
    { what: 'lists of 100', perSecond: RATES.lists, send: () => ask('/v1/revenues?limit=100') },
    { what: 'questions', perSecond: RATES.questions, send: () => ask(question()) },
  ];
}

/** By source, which rollups do not keep, so that records are read one by one. */
function question(): string {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const input = {
    window: { from: day(-2), to: day(1) },
    timeZone: 'UTC',
    weekStart: 'monday',
    where: { source: { in: ['Manual'] } },
    totals: ['revenue'],
    by: {
      customers: {
        dimension: 'customer',
        first: 10,
        orderBy: { measure: 'revenue', direction: 'desc' },
        totals: ['revenue'],
      },
    },
  };
  return `/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify(input))}`;
}

type Servers = { primary: number; replica: number };

async function measureRound(
  { url, server }: Setup,
  { streams, servers, seconds }: { streams: Stream[]; servers: Servers; seconds: number },
): Promise<Round> {
  const watched = { servers: [server.pid], generator: process.pid };
  const before = await readsOf(url);
  const { result, cost } = await withCost({ ...watched, postmaster: servers.primary }, () =>
    withCost({ ...watched, postmaster: servers.replica }, () => runStreams(streams, seconds)),
  );
  const after = await readsOf(url);
  const failed = result.result.filter((stream) => stream.failed > 0);
  if (failed.length > 0) throw new Error(`not every answer was a success: ${JSON.stringify(failed)}`);
  const [replicas, primary] = [after.replicas - before.replicas, after.primary - before.primary];
  return {
    streams: result.result,
    primary: cost?.postgres ?? Number.NaN,
    replica: result.cost?.postgres ?? Number.NaN,
    gateway: cost?.server ?? Number.NaN,
    onReplica: replicas === 0 ? 0 : replicas / (replicas + primary),
  };
}

/** One client that lists repeatedly: the added cost of asking the primary for its position. */
async function measureAlone({ name, url }: Setup, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  for (let i = 0; i < ALONE * 1.5; i++) {
    const started = performance.now();
    await (await fetch(`${url}/v1/revenues?limit=1`, { headers })).arrayBuffer();
    if (i >= ALONE / 2) times.push(performance.now() - started);
  }
  const { samples } = await scrape(url);
  const labels = { statement: 'primary_position' };
  const sum = sumOf(samples, 'outturn_statement_duration_seconds_sum', labels);
  const count = sumOf(samples, 'outturn_statement_duration_seconds_count', labels);
  return [
    name,
    quantile(times, 0.5).toFixed(2),
    quantile(times, 0.99).toFixed(2),
    count > 0 ? ((1000 * sum) / count).toFixed(2) : '',
  ];
}

function aloneTable(rows: string[][]): string {
  return table(['a list by one client alone', 'p50 ms', 'p99 ms', 'asking how far the primary is, ms'], rows);
}

function loadTable(results: ReadonlyMap<string, readonly Round[]>): string {
  const rows = [...results].flatMap(([name, rounds]) =>
    (rounds[0]?.streams ?? []).map(({ what }, i) => {
      const figure = (of: (stream: StreamResult) => number) =>
        median(rounds.map(({ streams }) => of(streams[i] as StreamResult))).toFixed(1);
      const perSecond = Object.values(RATES)[i] ?? 0;
      return [what, String(perSecond), name, figure(({ p50 }) => p50), figure(({ p99 }) => p99)];
    }),
  );
  return table(['side by side', 'a second', 'answered by', 'p50 ms', 'p99 ms'], rows);
}

function costTable(results: ReadonlyMap<string, readonly Round[]>, seconds: number): string {
  const rows = [...results].map(([name, rounds]) => {
    const share = (of: (round: Round) => number) =>
      `${((100 * median(rounds.map(of))) / seconds).toFixed(0)}%`;
    const onReplica = `${(100 * median(rounds.map((round) => round.onReplica))).toFixed(1)}%`;
    return [
      name,
      onReplica,
      share(({ primary }) => primary),
      share(({ replica }) => replica),
      share(({ gateway }) => gateway),
    ];
  });
  const head = ['of one core', 'reads on the replica', 'primary', 'replica', 'gateway'];
  return table(head, rows);
}

async function postmasterOf({ ask }: Server): Promise<number> {
  const folder = String(await ask('show data_directory'));
  return Number.parseInt(await readFile(path.join(folder, 'postmaster.pid'), 'utf8'), 10);
}
