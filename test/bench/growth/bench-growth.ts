import type { Arena } from '../arena.ts';
import type { Absolute, Finding, Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternate, type Standing, standing } from '../rounds.ts';
import { againstPeer } from './against-peer.ts';
import { carryOut, whenSteady } from './carry-out.ts';
import { createGrown, findOrCreateGrown, type Grown, grow } from './grown.ts';
import { describeStorage, readStorage } from './storage.ts';
import { type Task, tasksOf } from './tasks.ts';

/** The size of the control database. It is measured at the same time, so that a slower machine slows down both. */
const CONTROL = 100_000;
/** The most that anything may cost relative to the small database. */
const MOST = 1.3;

/** Writes to and reads from a small database and one that grows, of one developer each. */
export async function benchGrowth(arena: Arena, options: BenchOptions): Promise<Outcome> {
  const outcome: Outcome = { findings: [], absolutes: [] };
  const large = await findOrCreateGrown(arena, 'growth_large');
  // One database grows, so that the disk need not hold several; the small one is new, as writing makes it grow, too.
  for (const [i, records] of options.records.entries()) {
    await grow(large, records);
    if (options.isLoadOnly) continue;
    const small = await createGrown(arena, `growth_small_${i}`);
    await grow(small, CONTROL);
    const size = count(large.records);
    const stage = await compare(arena, { small, large, options });
    const peers = await againstPeer(arena, { grown: large, size, options });
    for (const { findings, absolutes } of [stage, peers]) {
      outcome.findings.push(...findings);
      outcome.absolutes.push(...absolutes);
    }
    process.stderr.write(`${describeStorage(await readStorage(large), large.records + large.written)}\n`);
    await small.server.stop();
  }
  return outcome;
}

type Pair = { small: Grown; large: Grown; options: BenchOptions };

/** Every task in alternating rounds, and its cost in the large database relative to the small one. */
async function compare(arena: Arena, { small, large, options }: Pair): Promise<Outcome> {
  const findings: Finding[] = [];
  const absolutes: Absolute[] = [];
  const all = [small, large];
  const sizes = all.map((grown) => ({ grown, name: `${count(grown.records)} stored` }));
  const tasks = await Promise.all(all.map((grown) => tasksOf(grown, grown.developer, grown.records)));
  for (const [i, { what, hasTarget, isSteady = false }] of (tasks[0] ?? []).entries()) {
    process.stderr.write(` ${what}\n`);
    const entrants = sizes.map(({ grown, name }, n) => ({
      name,
      run: () => carryOut(arena, { grown, task: tasks[n]?.[i] as Task, options }),
    }));
    const rounds = () => alternate(arena, options.rounds, entrants, { settles: !isSteady });
    const standings = isSteady ? await whenSteady(arena, { all, options }, rounds) : await rounds();
    const [before, after] = sizes.map(({ name }) => standing(standings, name)) as [Standing, Standing];
    const against = `at ${count(small.records)}`;
    const at = `${what}, at ${count(large.records)}`;
    if (hasTarget) {
      const value = before.rate / after.rate;
      findings.push({ what: `cost of ${at}`, against, value, unit: '×', target: { atMost: MOST } });
    }
    for (const [who, figures] of standings) absolutes.push({ what, who, ...figures });
  }
  return { findings, absolutes };
}

/** In millions with one decimal, because a kept database holds no round number. */
function count(n: number): string {
  return n >= 1_000_000 ? `${(n / 1_000_000).toFixed(1).replace('.0', '')} million` : n.toLocaleString('en');
}
