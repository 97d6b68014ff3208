import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Arena, type Migration, withArena } from '../arena.ts';
import { absolutesOf } from '../benchmarks/absolutes.ts';
import { batchRound, spreads } from '../benchmarks/batch.ts';
import { developersRounds } from '../benchmarks/developers.ts';
import { eventLoads, eventRound } from '../benchmarks/events.ts';
import { list, readRound } from '../benchmarks/reads.ts';
import { MORE_ROUNDS, recordRound } from '../benchmarks/record.ts';
import { type Contender, enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { anyAgainst, BenchOptions } from '../options.ts';
import { alternateWarm, median, type Round, standing } from '../rounds.ts';
import { startGateway } from '../server-process.ts';
import { type BuiltCommit, buildCommit } from './build-commit.ts';
import { questionRounds } from './question-rounds.ts';

/** One load, which both programs run in alternating rounds. */
type Row = {
  what: string;
  /** The allowed increase in processor time, if it is not {@link MOST}. */
  atMost?: number;
  /** Prepares a contender for its rounds. */
  rounds(arena: Arena, contender: Contender, options: BenchOptions): Promise<() => Promise<Round>>;
};

const run = promisify(execFile);

/** The allowed increase in processor time, above the noise of the measurement. */
const MOST = 1.03;
const now = 'Outturn as it is here';

const rows: Readonly<Record<(typeof anyAgainst)[number], readonly Row[]>> = {
  record: [
    {
      what: 'POST /v1/revenues',
      rounds: async (arena, contender, options) => () => recordRound(arena, contender, options),
    },
  ],
  events: eventLoads.map(({ what, of, atMost }) => ({
    what,
    atMost,
    rounds: async (arena, contender, options) => () => eventRound(arena, contender, { options, of }),
  })),
  developers: [
    {
      what: 'POST /v1/revenues by many developers at once',
      rounds: (arena, contender, options) => developersRounds(arena, contender, options),
    },
  ],
  batch: spreads.map(({ title, spreadHours }) => ({
    what: `batches of 1,000 ${title}, records`,
    rounds: async (arena, contender, options) => () => batchRound(arena, contender, { options, spreadHours }),
  })),
  list: [
    {
      what: list.what,
      rounds: async (arena, contender, options) => () => readRound(arena, contender, { options, read: list }),
    },
  ],
  analytics: [{ what: 'GET /graphql, questions about a year in turn', rounds: questionRounds }],
};

/**
 * Processor time per record, list or question of the server and PostgreSQL together, of the present sources and of another
 * commit in alternating rounds. On a busy machine batches are smaller, so each record costs more.
 */
export async function benchAgainst(commit: string, options: BenchOptions): Promise<Outcome> {
  const built = await buildCommit(commit);
  const outcome: Outcome = { findings: [], absolutes: [] };
  for (const row of chosen(options)) {
    process.stderr.write(`${row.what}\n`);
    const { findings, absolutes } = await withArena(options, (arena) => compare(arena, row, built, options));
    outcome.findings.push(...findings);
    outcome.absolutes.push(...absolutes);
  }
  return outcome;
}

function chosen({ names }: BenchOptions): readonly Row[] {
  return Object.entries(rows).flatMap(([name, of]) => (names.includes(name) ? of : []));
}

async function compare(
  arena: Arena,
  { what, rounds, atMost = MOST }: Row,
  { hash, program }: BuiltCommit,
  options: BenchOptions,
): Promise<Outcome> {
  const start = (url: string) => startGateway(url, { program });
  const migrateIt: Migration = async ({ url, database }) => {
    await run(process.execPath, [program.script, 'migrate'], { env: { ...process.env, DATABASE_URL: url } });
    // This process prepares the rounds there, too, whichever number the other program requires.
    await database.pool.query('update required_schema set number = 0');
  };
  const before = await enter(arena, 'against_before', start, 1, migrateIt);
  const after = await enter(arena, 'against_after', startGateway);
  const entrants = [
    { name: hash, run: await rounds(arena, before, options) },
    { name: now, run: await rounds(arena, after, options) },
  ];
  const standings = await alternateWarm(arena, options.rounds + MORE_ROUNDS, entrants, 2);
  const { micros } = standing(standings, now);
  // Ratios of consecutive rounds, in which a disturbance of both cancels out.
  const value = median(standing(standings, hash).micros.map((each, i) => (micros[i] ?? 0) / each));
  return {
    findings: [{ what: `${what}, processor time`, against: hash, value, unit: '×', target: { atMost } }],
    absolutes: absolutesOf(what, standings),
  };
}
