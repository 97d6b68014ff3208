import type { Arena } from '../arena.ts';
import { checkStored, createDeveloper, drive, enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startOneOf } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

const rest = 'REST';
const trpc = 'tRPC';

/** The same call over two surfaces of the same gateway. */
export async function benchTrpc(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const { gateways } = options;
  const contender = await enter(arena, 'trpc_outturn', startOneOf(gateways), gateways);
  const routes = [
    { name: rest, path: '/v1/revenues' },
    { name: trpc, path: '/trpc/revenues.record' },
  ];
  const entrants = routes.map(({ name, path }) => ({
    name,
    async run() {
      const developer = await createDeveloper(contender, 'scale');
      await seedDimensions(contender, developer);
      const result = await drive(arena, contender, developer, { traffic: { kind: 'record', path }, options });
      await checkStored(contender, [developer], result.acknowledged);
      return result;
    },
  }));
  const standings = await alternateWarm(arena, options.rounds, entrants, gateways);
  const value = standing(standings, trpc).rate / standing(standings, rest).rate;
  return {
    findings: [
      {
        what: 'the same call over tRPC, rate',
        against: 'our own REST',
        value,
        unit: '×',
        target: { atLeast: 0.8 },
      },
    ],
    absolutes: absolutesOf('record over REST and tRPC', standings),
  };
}
