import type { Arena } from '../arena.ts';
import { type Contender, checkStored, createDeveloper, drive, enter, inAsMany } from '../contender.ts';
import type { Finding, Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, type Standing, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startOneOf, startPeer } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

const what = 'POST /v1/revenues';
const outturn = 'Outturn';
const quickest = { name: '(a) Fastify + pg, one statement', module: 'one-statement', atLeast: 2 };
const peers = [
  quickest,
  { name: '(b) Fastify + pg, transaction', module: 'transaction', atLeast: 3.5 },
  { name: '(c) Hono + MikroORM, flush', module: 'mikro-orm', atLeast: 6 },
];
/** Outturn without validation, limits and metrics: not a peer, but the upper limit of this way of recording. */
export const limit = { name: 'the limit: node:http and the ledger alone', module: 'ledger-alone' };

/** This benchmark matters most, and varies most on a shared machine. */
export const MORE_ROUNDS = 4;

/** Single records, each with an idempotency key of its own. */
export async function benchRecord(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const { gateways } = options;
  const contenders = [
    { name: outturn, contender: await enter(arena, 'record_outturn', startOneOf(gateways), gateways) },
    ...(await Promise.all(
      [...peersOf(gateways), { ...limit, count: gateways }].map(async ({ name, module, count }) => {
        const start = (url: string) => startPeer(module, url, count);
        const databaseName = `record_${module.replace('-', '_')}_${count}`;
        return { name, contender: await enter(arena, databaseName, start, count) };
      }),
    )),
  ];
  const entrants = contenders.map(({ name, contender }) => ({
    name,
    run: () => recordRound(arena, contender, options),
  }));
  const standings = await alternateWarm(arena, options.rounds + MORE_ROUNDS, entrants, gateways);
  return { findings: findingsOf(standings, gateways), absolutes: absolutesOf(what, standings) };
}

/** One round with a new developer, followed by a check of the stored records. */
export async function recordRound(arena: Arena, contender: Contender, options: BenchOptions) {
  const developer = await createDeveloper(contender, 'scale');
  await seedDimensions(contender, developer);
  const traffic = { kind: 'record', path: '/v1/revenues' } as const;
  const result = await drive(arena, contender, developer, { traffic, options });
  await checkStored(contender, [developer], result.acknowledged);
  return result;
}

function peersOf(gateways: number) {
  return peers.flatMap((peer) => inAsMany(peer, gateways));
}

function findingsOf(standings: ReadonlyMap<string, Standing>, gateways: number): Finding[] {
  const ours = standing(standings, outturn);
  const alone = standing(standings, limit.name);
  const rates = peersOf(gateways).map(({ name: against, atLeast }): Finding => {
    const value = ours.rate / standing(standings, against).rate;
    return { what: `${what}, rate`, against, value, unit: '×', target: { atLeast } };
  });
  const beside = inAsMany(quickest, gateways).flatMap(({ name: against }): Finding[] => {
    const { rate, p99 } = standing(standings, against);
    return [
      { what: `${what}, p99`, against, value: ours.p99 / p99, unit: '×', target: { atMost: 1 } },
      { what: `${limit.name}, rate`, against, value: alone.rate / rate, unit: '×' },
    ];
  });
  return [...rates, ...beside];
}
