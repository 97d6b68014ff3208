import { randomUUID } from 'node:crypto';
import type { Database, Plan } from '@outturn/service';
import { findUnfolded, foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { createApiKey } from '../support/api-keys.ts';
import type { Arena, ArenaDatabase, Migration } from './arena.ts';
import type { LoadJob, Phase, Target, Traffic } from './load/job.ts';
import type { BenchOptions } from './options.ts';
import { withCost } from './processor-time.ts';
import type { Round } from './rounds.ts';
import type { ServerProcess } from './server-process.ts';

/** A server with a database of its own, or several that share it. */
export type Contender = ArenaDatabase & { server: ServerProcess; beside?: readonly ServerProcess[] };

export const CONNECTIONS = 64;

/** Starts one or several servers on a new database of the arena, which stops them. */
export async function enter(
  arena: Arena,
  databaseName: string,
  start: (databaseUrl: string) => Promise<ServerProcess>,
  count = 1,
  migrateIt?: Migration,
): Promise<Contender> {
  const { url, database } = await arena.createDatabase(databaseName, migrateIt);
  const startNext = async () => {
    const server = await start(url);
    arena.onClose(server.stop);
    return server;
  };
  const server = await startNext();
  const beside: ServerProcess[] = [];
  while (beside.length + 1 < count) beside.push(await startNext());
  return { url, database, server, beside };
}

/**
 * A peer in one process and, where Outturn has several gateways, in as many as well, so that both pay for sharing
 * cores.
 */
export function inAsMany<Peer extends { name: string }>(
  peer: Peer,
  gateways: number,
): (Peer & { count: number })[] {
  const single = { ...peer, count: 1 };
  if (gateways === 1) return [single];
  return [single, { ...peer, name: `${peer.name}, ${gateways} processes`, count: gateways }];
}

export type Developer = { token: string; id: string };

/** A new developer, or a key for the one of that name. Plan `scale` has a rate limiter, `unlimited` has none. */
export async function createDeveloper(
  { database }: ArenaDatabase,
  plan: Plan,
  name = `bench-${randomUUID()}`,
): Promise<Developer> {
  const { token } = await createApiKey(database, { developerName: name, name: 'bench', plan });
  const { rows } = await database.pool.query('select id from developers where name = $1', [name]);
  return { token, id: rows[0].id };
}

type Load = { traffic: Traffic; connections?: number; plan?: Plan; seconds?: number };

/**
 * With the measured calls below the 60,000 a minute of plan `scale`, so that the limiter counts every call of a round;
 * each
 * round has a new developer.
 */
const MOST_WARM_UP = 7_000;
const MOST_MEASURED = 50_000;

/** Runs one load against a contender. Throws when an answer was not a success. */
export async function drive(
  arena: Arena,
  { server, beside = [], database }: Contender,
  developer: Developer,
  load: Load & { options: BenchOptions },
): Promise<Round & { acknowledged: number }> {
  const servers = [server, ...beside];
  const targets = servers.map(({ port }) => ({ port, token: developer.token }));
  return driveAll(arena, { servers, database }, targets, load);
}

/** The same against several servers, or for several developers, at once. */
export async function driveAll(
  arena: Arena,
  { servers, database }: { servers: readonly ServerProcess[] } & Pick<ArenaDatabase, 'database'>,
  targets: readonly Target[],
  load: Load & { options: BenchOptions },
): Promise<Round & { acknowledged: number }> {
  const { traffic, options, connections = options.connections, plan = 'scale' } = load;
  const isLimited = plan !== 'unlimited';
  const most = (requests: number) => (isLimited ? requests : Number.MAX_SAFE_INTEGER);
  const measurement: Phase = { seconds: load.seconds ?? options.seconds, maxRequests: most(MOST_MEASURED) };
  const job: LoadJob = {
    targets,
    connections,
    traffic,
    warmUp: {
      seconds: options.warmUpSeconds,
      minRequests: warmUpRequests(traffic, connections),
      maxRequests: most(MOST_WARM_UP),
    },
    measurement,
  };
  const watched = {
    servers: servers.map(({ pid }) => pid),
    postmaster: arena.postmasterPid,
    generator: arena.load.pid,
  };
  const { result, cost } = await withCost(watched, async () => {
    const begun = performance.now();
    const result = await arena.load.run(job);
    const loaded = performance.now();
    if (traffic.kind !== 'read') await foldAll(database);
    // Folding the deltas that recording left is part of its cost.
    const share = (loaded - begun) / (performance.now() - begun);
    return { ...result, rate: result.rate * share };
  });
  const failures = Object.entries(result.failures);
  if (failures.length > 0) {
    const list = failures.map(([status, count]) => `${count} × ${status}`).join(', ');
    throw new Error(`not every answer was a success: ${list}`);
  }
  const each = (seconds: number) => (seconds * 1e6) / result.acknowledged;
  return {
    ...result,
    ...(cost && {
      serverMicros: each(cost.server),
      postgresMicros: each(cost.postgres),
      others: cost.others,
    }),
  };
}

/** Folds all deltas into the rollups; peers have none. */
async function foldAll(database: Database): Promise<void> {
  for (
    let unfolded = await findUnfolded(database);
    unfolded.length > 0;
    unfolded = await findUnfolded(database)
  ) {
    for (const developerId of unfolded) await foldRollups(database, developerId);
  }
}

/** Each customer once, because a record with a new one costs more. Each path once, so that its rows are in memory. */
function warmUpRequests(traffic: Traffic, connections: number): number {
  if (traffic.kind === 'record') return 2_000;
  return Math.max(2 * connections, traffic.kind === 'read' ? traffic.paths.length : 0);
}

/** Throws unless the database contains exactly the acknowledged records of these developers. */
export async function checkStored(
  { database }: Pick<ArenaDatabase, 'database'>,
  developers: readonly Pick<Developer, 'id'>[],
  acknowledged: number,
  table: 'revenues' | 'events' = 'revenues',
): Promise<void> {
  const { rows } = await database.pool.query(
    `select count(*)::int as count from ${table} where developer_id = any($1)`,
    [developers.map(({ id }) => id)],
  );
  if (rows[0].count === acknowledged) return;
  throw new Error(`${acknowledged} records were acknowledged, ${rows[0].count} are stored`);
}
