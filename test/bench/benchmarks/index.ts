import { type Arena, withArena } from '../arena.ts';
import type { Outcome } from '../findings.ts';
import { benchGrowth } from '../growth/bench-growth.ts';
import { type BenchOptions, usage } from '../options.ts';
import { benchBatch } from './batch.ts';
import { benchCorrections } from './corrections.ts';
import { benchDevelopers } from './developers.ts';
import { benchEvents } from './events.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchMemory } from './memory.ts';
import { benchGet, benchList } from './reads.ts';
import { benchRecord } from './record.ts';
import { benchTraces } from './traces.ts';
import { benchTrpc } from './trpc.ts';

type Benchmark = {
  name: string;
  run(arena: Arena, options: BenchOptions): Promise<Outcome>;
  /** Left out of a smoke run, unless it is named. */
  isSlow?: boolean;
};

const benchmarks: readonly Benchmark[] = [
  { name: 'record', run: benchRecord },
  { name: 'events', run: benchEvents },
  { name: 'developers', run: benchDevelopers },
  { name: 'trpc', run: benchTrpc },
  { name: 'batch', run: benchBatch },
  { name: 'corrections', run: benchCorrections },
  { name: 'traces', run: benchTraces },
  { name: 'list', run: benchList },
  { name: 'get', run: benchGet },
  { name: 'first-load', run: benchFirstLoad, isSlow: true },
  { name: 'memory', run: benchMemory, isSlow: true },
  { name: 'growth', run: benchGrowth, isSlow: true },
];

/** Runs the chosen benchmarks, each in an arena of its own. Throws for a name that does not exist. */
export async function runBenchmarks(options: BenchOptions): Promise<Outcome> {
  const outcome: Outcome = { findings: [], absolutes: [] };
  for (const { name, run } of chosen(options)) {
    process.stderr.write(`${name}\n`);
    const { findings, absolutes } = await withArena(options, (arena) => run(arena, options));
    outcome.findings.push(...findings);
    outcome.absolutes.push(...absolutes);
  }
  return outcome;
}

function chosen({ names, isQuick }: BenchOptions): readonly Benchmark[] {
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.\n\n${usage}`);
  if (names.length > 0) return benchmarks.filter(({ name }) => names.includes(name));
  return benchmarks.filter(({ isSlow }) => !(isQuick && isSlow));
}
