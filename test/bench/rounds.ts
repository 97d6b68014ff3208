import type { Arena } from './arena.ts';

/** The measurements of one contender in one round. */
export type Round = {
  /** Records or requests a second. */
  rate: number;
  /** Latencies of a request, in milliseconds. */
  p50?: number;
  p99?: number;
  /** Processor time per record or request, in microseconds. */
  serverMicros?: number;
  postgresMicros?: number;
  /** The share of the machine that other processes used meanwhile. */
  others?: number;
};

export type Entrant = { name: string; run(): Promise<Round> };

/** Medians over all rounds, and the rate and processor time (server and PostgreSQL together) of each round. */
export type Standing = Required<Round> & { rates: number[]; micros: number[] };

/**
 * Runs entrants in alternating rounds: A B C, B C A, C A B, so that a passing disturbance of the machine hits all of
 * them.
 * By default it settles the arena before each.
 */
export async function alternate(
  arena: Arena,
  rounds: number,
  entrants: readonly Entrant[],
  { settles = true }: { settles?: boolean } = {},
): Promise<Map<string, Standing>> {
  const results = new Map(entrants.map(({ name }) => [name, [] as Round[]]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < entrants.length; i++) {
      const entrant = entrants[(round + i) % entrants.length];
      if (!entrant) continue;
      if (settles) await arena.settle();
      const result = await entrant.run();
      results.get(entrant.name)?.push(result);
      process.stderr.write(`  round ${round + 1}, ${entrant.name}: ${describe(result)}\n`);
    }
  }
  return new Map([...results].map(([name, list]) => [name, standingOf(list)]));
}

/**
 * The same, after a round of each that does not count: a new server compiles its code for seconds, at up to twice the
 * processor time, also in its first measured round. Servers that share a load need as many such rounds.
 */
export async function alternateWarm(
  arena: Arena,
  rounds: number,
  entrants: readonly Entrant[],
  warmUps = 1,
): Promise<Map<string, Standing>> {
  for (let i = 0; i < warmUps; i++)
    for (const { name, run } of entrants)
      process.stderr.write(`  warm-up, ${name}: ${describe(await run())}\n`);
  return alternate(arena, rounds, entrants);
}

/** The standing of an entrant. Throws for a name that did not run. */
export function standing(standings: ReadonlyMap<string, Standing>, name: string): Standing {
  const found = standings.get(name);
  if (!found) throw new Error(`${name} did not run`);
  return found;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 0, sorted[middle] ?? 0];
  return (low + high) / 2;
}

function standingOf(rounds: readonly Round[]): Standing {
  const medianOf = (name: keyof Round) => median(rounds.map((round) => round[name] ?? 0));
  return {
    rate: medianOf('rate'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    serverMicros: medianOf('serverMicros'),
    postgresMicros: medianOf('postgresMicros'),
    others: medianOf('others'),
    rates: rounds.map(({ rate }) => rate),
    micros: rounds.map(({ serverMicros = 0, postgresMicros = 0 }) => serverMicros + postgresMicros),
  };
}

function describe({ rate, p50, p99, serverMicros, postgresMicros, others }: Round): string {
  const parts = [`${Math.round(rate).toLocaleString('en')}/s`];
  if (p50 !== undefined && p99 !== undefined)
    parts.push(`p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  if (serverMicros !== undefined) parts.push(`server ${serverMicros.toFixed(1)} µs`);
  if (postgresMicros !== undefined) parts.push(`PostgreSQL ${postgresMicros.toFixed(1)} µs`);
  if (others !== undefined) parts.push(`others ${Math.round(others * 100)}%`);
  return parts.join(', ');
}
