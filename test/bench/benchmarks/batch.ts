import type { Arena } from '../arena.ts';
import { type Contender, checkStored, createDeveloper, drive, enter, inAsMany } from '../contender.ts';
import type { Finding, Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, type Entrant, standing } from '../rounds.ts';
import { dimensionIds, seedDimensions } from '../seed-revenues.ts';
import { startOneOf, startPeer } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';
import { limit, recordRound } from './record.ts';

const single = '(b) Fastify + pg, transaction, single records';
export const spreads = [
  { title: 'recent', spreadHours: 1 },
  { title: 'over a year', spreadHours: 365 * 24 },
];
const ours = (title: string) => `Outturn, ${title}`;
const copy = (title: string) => `(d) COPY, ${title}`;
const alone = (title: string) => `${limit.name}, ${title}`;

/** As many connections as `outturn import` may have; each request carries 1,000 records. */
export const BATCH_CONNECTIONS = 4;

/** Batches of 1,000 records, each with a key of its own, against COPY and against single records. */
export async function benchBatch(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const { gateways } = options;
  const outturn = await enter(arena, 'batch_outturn', startOneOf(gateways), gateways);
  const copied = await arena.createDatabase('batch_copy');
  const ledger = await enter(arena, 'batch_ledger', (url) => startPeer(limit.module, url), gateways);
  const singles = await Promise.all(
    inAsMany({ name: single }, gateways).map(async ({ name, count }) => {
      const start = (url: string) => startPeer('transaction', url, count);
      return { name, contender: await enter(arena, `batch_single_${count}`, start, count) };
    }),
  );
  const entrants: Entrant[] = [
    ...spreads.flatMap(({ title, spreadHours }) => [
      { name: ours(title), run: () => batchRound(arena, outturn, { options, spreadHours }) },
      { name: alone(title), run: () => batchRound(arena, ledger, { options, spreadHours }) },
      { name: copy(title), run: () => copyRound(arena, copied, { options, spreadHours }) },
    ]),
    ...singles.map(({ name, contender }) => ({ name, run: () => recordRound(arena, contender, options) })),
  ];
  const standings = await alternateWarm(arena, options.rounds, entrants, gateways);
  const ratio = (title: string, against: string) =>
    standing(standings, ours(title)).rate / standing(standings, against).rate;
  const findings = spreads.flatMap(({ title }): Finding[] => {
    const what = `POST /v1/revenues/batch of 1,000, ${title}, records/s`;
    const toCopy = ratio(title, copy(title));
    return [
      { what, against: '(d) COPY', value: toCopy, unit: '×', target: { atLeast: 0.25 } },
      ...singles.map(({ name: against }): Finding => {
        return { what, against, value: ratio(title, against), unit: '×', target: { atLeast: 8 } };
      }),
      { what, against: alone(title), value: ratio(title, alone(title)), unit: '×' },
    ];
  });
  return { findings, absolutes: absolutesOf('batches of 1,000, records', standings) };
}

type RoundOptions = { options: BenchOptions; spreadHours: number };

export async function batchRound(arena: Arena, contender: Contender, { options, spreadHours }: RoundOptions) {
  const developer = await createDeveloper(contender, 'scale');
  await seedDimensions(contender, developer);
  const traffic = { kind: 'batch', path: '/v1/revenues/batch', items: 1_000, spreadHours } as const;
  const load = { traffic, options, connections: BATCH_CONNECTIONS };
  const result = await drive(arena, contender, developer, load);
  await checkStored(contender, [developer], result.acknowledged);
  return result;
}

async function copyRound(
  arena: Arena,
  database: Awaited<ReturnType<Arena['createDatabase']>>,
  { options, spreadHours }: RoundOptions,
) {
  const developer = await createDeveloper(database, 'unlimited');
  await seedDimensions(database, developer);
  const { rate, rows } = await arena.copy.run({
    databaseUrl: database.url,
    developerId: developer.id,
    ...(await dimensionIds(database, developer)),
    connections: 2,
    rowsPerCopy: 10_000,
    spreadHours,
    warmUpSeconds: options.warmUpSeconds,
    seconds: options.seconds,
  });
  await checkStored(database, [developer], rows);
  return { rate };
}
