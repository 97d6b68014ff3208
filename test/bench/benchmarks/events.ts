import type { Arena } from '../arena.ts';
import { type Contender, checkStored, createDeveloper, drive, enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, median, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startGateway } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

/**
 * Events, and calls of a model with tokens, whose cost is computed. Every version knows their fields. `atMost` is the allowed
 * increase in processor time against a version that computes no costs.
 */
export const eventLoads = [
  { of: 'events', what: 'POST /v1/events without tokens', atMost: 1.02 },
  { of: 'calls', what: 'POST /v1/events with model and tokens', atMost: 1.06 },
] as const;

type EventLoad = (typeof eventLoads)[number];

/** What model and tokens add to an event. */
export async function benchEvents(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const outturn = await enter(arena, 'events_outturn', startGateway);
  const entrants = eventLoads.map(({ what, of }) => ({
    name: what,
    run: () => eventRound(arena, outturn, { options, of }),
  }));
  const standings = await alternateWarm(arena, options.rounds, entrants);
  const [without, withTokens] = eventLoads.map(({ what }) => standing(standings, what).micros);
  const value = median((withTokens ?? []).map((each, i) => each / (without?.[i] ?? 0)));
  const [{ what: against }, { what }] = eventLoads;
  return {
    findings: [{ what: `${what}, processor time`, against, value, unit: '×' }],
    absolutes: absolutesOf('POST /v1/events', standings),
  };
}

/** One round with a new developer, followed by a check of the stored events. */
export async function eventRound(
  arena: Arena,
  contender: Contender,
  { options, of }: { options: BenchOptions; of: EventLoad['of'] },
) {
  const developer = await createDeveloper(contender, 'scale');
  await seedDimensions(contender, developer);
  const traffic = { kind: 'record', path: '/v1/events', of } as const;
  const result = await drive(arena, contender, developer, { traffic, options });
  await checkStored(contender, [developer], result.acknowledged, 'events');
  return result;
}
