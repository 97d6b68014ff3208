import { recordKinds, verifyRollups } from '@outturn/service';
import type { Arena, ArenaDatabase } from '../arena.ts';
import { checkStored, createDeveloper, type Developer, driveAll } from '../contender.ts';
import type { Absolute } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternate, type Round, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { type ServerProcess, startOneOf } from '../server-process.ts';
import { type Admission, admitted } from './admission.ts';

/** A topology on one database: so many gateways, each with so many workers. */
type Way = { name: string; gateways: number; workers: number };

/** A running topology. */
export type Served = Way & ArenaDatabase & { servers: ServerProcess[] };

/** The rate of a topology relative to one gateway. */
type Ratio = { what: string; who: string; ratio: number };

export type GatewaysOutcome = {
  absolutes: Absolute[];
  ratios: Ratio[];
  admissions: Admission[];
  /** Records stored in all rounds: as many as were acknowledged, with the same sums in the rollups. */
  stored: number;
};

const one: Way = { name: 'one gateway', gateways: 1, workers: 1 };
const ways: readonly Way[] = [
  one,
  { name: 'one gateway, --workers 2', gateways: 1, workers: 2 },
  { name: 'two gateways', gateways: 2, workers: 1 },
  { name: 'four gateways', gateways: 4, workers: 1 },
];

/** A gateway has one statement of a developer in flight at a time; those of several developers run concurrently. */
const loads = [
  { what: 'POST /v1/revenues, one developer', developers: 1 },
  { what: 'POST /v1/revenues, eight developers', developers: 8 },
];

/** Several gateways on one database: their throughput, the exactness of sums, and that of limits. */
export async function benchGateways(arena: Arena, options: BenchOptions): Promise<GatewaysOutcome> {
  const outcome: GatewaysOutcome = { absolutes: [], ratios: [], admissions: [], stored: 0 };
  const served: Served[] = [];
  for (const way of ways) served.push(await serve(arena, way));
  for (const way of served) {
    // Each of several gateways gets a part of the load, but needs as much of it before its code is compiled.
    const longer = { ...options, seconds: options.seconds * Math.max(way.gateways, way.workers) };
    outcome.stored += (await recordRound(arena, way, { developers: 8, options: longer })).acknowledged;
  }
  for (const { what, developers } of loads) {
    process.stderr.write(`${what}\n`);
    const entrants = served.map((way) => ({
      name: way.name,
      async run() {
        const round = await recordRound(arena, way, { developers, options });
        outcome.stored += round.acknowledged;
        return round;
      },
    }));
    const standings = await alternate(arena, options.rounds, entrants);
    const { rate } = standing(standings, one.name);
    for (const [who, result] of standings) {
      outcome.absolutes.push({ ...result, what, who });
      outcome.ratios.push({ what, who, ratio: result.rate / rate });
    }
  }
  for (const way of served) {
    outcome.admissions.push(await admitted(arena, way));
    await checkRollups(way);
  }
  return outcome;
}

async function serve(arena: Arena, way: Way): Promise<Served> {
  const { url, database } = await arena.createDatabase(way.name.replaceAll(/\W+/g, '_'));
  const start = startOneOf(way.gateways, way.workers > 1 ? ['--workers', String(way.workers)] : []);
  const servers: ServerProcess[] = [];
  for (let i = 0; i < way.gateways; i++) {
    const server = await start(url);
    arena.onClose(server.stop);
    servers.push(server);
  }
  return { ...way, url, database, servers };
}

type RoundOptions = { developers: number; options: BenchOptions };

async function recordRound(
  arena: Arena,
  { servers, database, url }: Served,
  { developers, options }: RoundOptions,
): Promise<Round & { acknowledged: number }> {
  const writers: Developer[] = [];
  for (let i = 0; i < developers; i++) {
    const developer = await createDeveloper({ url, database }, 'scale');
    await seedDimensions({ url, database }, developer);
    writers.push(developer);
  }
  const targets = writers.flatMap(({ token }) => servers.map(({ port }) => ({ port, token })));
  const traffic = { kind: 'record', path: '/v1/revenues' } as const;
  const result = await driveAll(arena, { servers, database }, targets, { traffic, options });
  await checkStored({ database }, writers, result.acknowledged);
  return result;
}

/** Throws unless the rollups equal the records. */
async function checkRollups({ name, database }: Served): Promise<void> {
  for await (const difference of verifyRollups(database, recordKinds))
    throw new Error(`${name}: the rollups differ from the records: ${JSON.stringify(difference)}`);
}
