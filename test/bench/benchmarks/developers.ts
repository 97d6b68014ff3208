import type { Arena } from '../arena.ts';
import {
  type Contender,
  checkStored,
  createDeveloper,
  type Developer,
  driveAll,
  enter,
} from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startGateway, startPeer } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

/** Each has one connection. */
const DEVELOPERS = 64;

const what = `POST /v1/revenues by ${DEVELOPERS} developers at once`;
const outturn = 'Outturn';
const peer = '(a) Fastify + pg, one statement';

/** Single records of many developers, each of whom records one after the other. */
export async function benchDevelopers(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const contenders = [
    { name: outturn, contender: await enter(arena, 'developers_outturn', startGateway) },
    {
      name: peer,
      contender: await enter(arena, 'developers_peer', (url) => startPeer('one-statement', url)),
    },
  ];
  const entrants = [];
  for (const { name, contender } of contenders)
    entrants.push({ name, run: await developersRounds(arena, contender, options) });
  const standings = await alternateWarm(arena, options.rounds, entrants);
  const value = standing(standings, outturn).rate / standing(standings, peer).rate;
  return {
    findings: [{ what: `${what}, rate`, against: peer, value, unit: '×' }],
    absolutes: absolutesOf(what, standings),
  };
}

/** Prepares a contender for rounds with the same developers. */
export async function developersRounds(arena: Arena, contender: Contender, options: BenchOptions) {
  const developers = await furnish(contender);
  let stored = 0;
  return async () => {
    const targets = developers.map(({ token }) => ({ port: contender.server.port, token }));
    const traffic = { kind: 'record', path: '/v1/revenues' } as const;
    const watched = { servers: [contender.server], database: contender.database };
    const result = await driveAll(arena, watched, targets, { traffic, options });
    stored += result.acknowledged;
    await checkStored(contender, developers, stored);
    return result;
  };
}

async function furnish(contender: Contender): Promise<Developer[]> {
  const developers: Developer[] = [];
  for (let i = 0; i < DEVELOPERS; i++) {
    const developer = await createDeveloper(contender, 'scale');
    await seedDimensions(contender, developer);
    developers.push(developer);
  }
  return developers;
}
