import { randomUUID } from 'node:crypto';
import type { Arena } from '../arena.ts';
import { type Contender, createDeveloper, enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import { agentKey, customerKey } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, type Round, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startGateway } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

const ITEMS = 1_000;
const BATCHES = 8;
const recorded = 'recording';
const corrections = {
  voids: () => ({ action: 'void' }),
  amendments: (i: number) => ({ action: 'amend', changes: { amount: `${i + 1}.75` } }),
};

/** Corrections in batches of 1,000, each with a key of its own, against recording as many. */
export async function benchCorrections(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const outturn = await enter(arena, 'corrections_outturn', startGateway);
  const entrants = [
    { name: recorded, run: () => correctRound(outturn) },
    ...Object.entries(corrections).map(([name, toCorrection]) => ({
      name,
      run: () => correctRound(outturn, toCorrection),
    })),
  ];
  const standings = await alternateWarm(arena, options.rounds, entrants);
  const rate = standing(standings, recorded).rate;
  return {
    findings: Object.keys(corrections).map((name) => ({
      what: `${ITEMS.toLocaleString('en')} ${name}, time`,
      against: 'recording as many',
      value: rate / standing(standings, name).rate,
      unit: '×',
      target: { atMost: 3 },
    })),
    absolutes: absolutesOf('corrections in batches of 1,000', standings),
  };
}

/** Records, and then corrects what it recorded. Measures what it does last. */
async function correctRound(
  contender: Contender,
  toCorrection?: (i: number) => { action: string },
): Promise<Round> {
  const developer = await createDeveloper(contender, 'unlimited');
  await seedDimensions(contender, developer);
  const send = async (path: string, items: object[]): Promise<string[]> => {
    const response = await fetch(`http://127.0.0.1:${contender.server.port}/v1/${path}/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${developer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(items.map((item) => ({ ...item, idempotencyKey: randomUUID() }))),
    });
    const { created, results } = (await response.json()) as Answer;
    if (created !== items.length) throw new Error(`${created} of ${items.length} were created`);
    return results.flatMap(({ record }) => record?.id ?? []);
  };
  const batches = Array.from({ length: BATCHES }, () => Array.from({ length: ITEMS }, (_, i) => revenue(i)));
  const timed = async (work: () => Promise<void>): Promise<Round> => {
    const begun = performance.now();
    await work();
    return { rate: (BATCHES * ITEMS) / ((performance.now() - begun) / 1_000) };
  };
  const ids: string[][] = [];
  const recording = await timed(async () => {
    for (const batch of batches) ids.push(await send('revenues', batch));
  });
  if (!toCorrection) return recording;
  const bodies = ids.map((batch) => batch.map((id, i) => ({ id, ...toCorrection(i), reason: 'measured' })));
  return timed(async () => {
    for (const batch of bodies) await send('revenues/corrections', batch);
  });
}

type Answer = { created: number; results: { record?: { id: string } }[] };

function revenue(i: number) {
  return {
    amount: `${i + 1}.25`,
    recordedAt: new Date(Date.now() - i * 1_000).toISOString(),
    agentKey: agentKey(i),
    customerKey: customerKey(i),
    description: 'Payment received',
  };
}
