import type { Arena } from '../arena.ts';
import { type Contender, createDeveloper, drive, enter, inAsMany } from '../contender.ts';
import type { Finding, Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, standing } from '../rounds.ts';
import { seedRevenues } from '../seed-revenues.ts';
import { startOneOf, startPeer } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

const STORED = 20_000;
const outturn = 'Outturn';
const peer = 'Fastify + pg';

type Read = { name: string; what: string; paths: (ids: string[]) => string[]; atLeast: number };

const LIST = '/v1/revenues?limit=100';
export const list: Read = { name: 'list', what: `GET ${LIST}`, paths: () => [LIST], atLeast: 1.4 };

/** A page of 100 records. */
export function benchList(arena: Arena, options: BenchOptions): Promise<Outcome> {
  return benchRead(arena, options, list);
}

/** One record. */
export function benchGet(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const paths = (ids: string[]) => ids.map((id) => `/v1/revenues/${id}`);
  return benchRead(arena, options, { name: 'get', what: 'GET /v1/revenues/{id}', paths, atLeast: 0.9 });
}

async function benchRead(arena: Arena, options: BenchOptions, read: Read): Promise<Outcome> {
  const { gateways } = options;
  const peers = inAsMany({ name: peer }, gateways);
  const contenders = [
    {
      name: outturn,
      contender: await enter(arena, `${read.name}_outturn`, startOneOf(gateways), gateways),
    },
    ...(await Promise.all(
      peers.map(async ({ name, count }) => {
        const start = (url: string) => startPeer('one-statement', url, count);
        return { name, contender: await enter(arena, `${read.name}_peer_${count}`, start, count) };
      }),
    )),
  ];
  const entrants = contenders.map(({ name, contender }) => ({
    name,
    run: () => readRound(arena, contender, { options, read }),
  }));
  const standings = await alternateWarm(arena, options.rounds, entrants, gateways);
  const { rate } = standing(standings, outturn);
  return {
    findings: peers.map(({ name: against }): Finding => {
      const value = rate / standing(standings, against).rate;
      return { what: `${read.what}, rate`, against, value, unit: '×', target: { atLeast: read.atLeast } };
    }),
    absolutes: absolutesOf(read.what, standings),
  };
}

export async function readRound(
  arena: Arena,
  contender: Contender,
  { options, read }: { options: BenchOptions; read: Read },
) {
  const developer = await createDeveloper(contender, 'scale');
  const ids = await seedRevenues(contender, developer, STORED);
  const traffic = { kind: 'read', paths: read.paths(ids) } as const;
  return drive(arena, contender, developer, { traffic, options });
}
