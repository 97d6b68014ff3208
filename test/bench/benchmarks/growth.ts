import type { Arena } from '../arena.ts';
import { checkStored, createDeveloper, drive } from '../contender.ts';
import { fillDatabase } from '../fill-database.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternate, standing } from '../rounds.ts';
import { startGateway } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

const sizes = [
  { name: '100,000 stored', database: 'growth_small', records: 100_000 },
  { name: '10 million stored', database: 'growth_large', records: 10_000_000 },
];

/** Single records into a small and into a large database of one developer. */
export async function benchGrowth(arena: Arena, options: BenchOptions): Promise<Outcome> {
  // Every round writes for the same developer, which is more in a minute than a limit lets through.
  const plan = 'unlimited';
  const entrants = [];
  for (const { name, database, records } of sizes) {
    const filled = await arena.createDatabase(database);
    const developer = await createDeveloper(filled, plan);
    await fillDatabase(filled, developer, records);
    const contender = { ...filled, server: await startGateway(filled.url) };
    arena.onClose(contender.server.stop);
    let stored = records;
    const run = async () => {
      const traffic = { kind: 'record', path: '/v1/revenues' } as const;
      const result = await drive(arena, contender, developer, { traffic, options, plan });
      stored += result.acknowledged;
      await checkStored(contender, developer, stored);
      return result;
    };
    entrants.push({ name, run });
  }
  const standings = await alternate(arena, options.rounds, entrants);
  const [small, large] = sizes.map(({ name }) => standing(standings, name));
  const value = (small?.rate ?? 0) / (large?.rate ?? 0);
  const what = 'cost per write at 10 million stored records';
  return {
    findings: [{ what, against: 'at 100,000', value, unit: '×', target: { atMost: 1.3 } }],
    absolutes: absolutesOf('POST /v1/revenues by records stored', standings),
  };
}
