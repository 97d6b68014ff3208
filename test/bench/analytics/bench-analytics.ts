import type { Arena } from '../arena.ts';
import { createDeveloper } from '../contender.ts';
import type { Finding } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { withCost } from '../processor-time.ts';
import { startGateway, startPeer } from '../server-process.ts';
import { fillDetails } from './fill-details.ts';
import { fillYear } from './fill-year.ts';
import { statistics } from './plain-sql.ts';
import { askOutturn, askPostgraphile, askSql, type QuestionClient } from './question-clients.ts';
import { type Question, questions } from './questions.ts';
import { recordQuestions } from './record-questions.ts';
import { compareAnswers, type Entrant, type Timing, takeTurns } from './take-turns.ts';

/** Revenues of the large account; the small one has a tenth. */
const REVENUES = 5_000_000;
/** How often every question is asked beforehand, so that no entrant is measured before its code is compiled. */
const WARM_UP = 10;
/** How often Outturn is asked per round, more than the others because it answers much faster. */
const TIMES = 5;

export type AnalyticsOutcome = {
  revenues: number;
  rounds: number;
  findings: Finding[];
  timings: Timing[];
  /** The share of the machine that other processes had meanwhile. */
  others: number | undefined;
};

const sql = 'plain SQL over the records';
const postgraphile = 'PostGraphile with aggregates';
const small = 'Outturn, a tenth of the records';

/** Questions to one developer with a year of records. */
export async function benchAnalytics(arena: Arena, options: BenchOptions): Promise<AnalyticsOutcome> {
  const revenues = options.isQuick ? REVENUES / 10 : REVENUES;
  const rounds = options.isQuick ? options.rounds : Math.max(5, options.rounds);
  const { clients, servers } = await startClients(arena, revenues);
  const [server = 0, ...alsoServers] = servers;
  const watched = { servers: [server], alsoServers, postmaster: arena.postmasterPid, generator: process.pid };
  await warmUp(clients);
  const { result, cost } = await withCost(watched, () => askAll(clients, rounds));
  return { revenues, rounds, ...result, others: cost?.others };
}

async function warmUp(clients: Clients): Promise<void> {
  for (let i = 0; i < WARM_UP; i++) {
    for (const question of questions) {
      for (const { client } of entrantsFor(question, clients)) {
        if (client !== clients.sql) await client.ask(question);
      }
    }
  }
}

type Clients = {
  outturn: QuestionClient;
  sql: QuestionClient;
  postgraphile: QuestionClient;
  small: QuestionClient;
};

function askAll(clients: Clients, rounds: number): Promise<Answered> {
  const asked = questions.map((question) => {
    const entrants = entrantsFor(question, clients);
    // The small account has other records, and so other answers.
    const same = entrants.map(({ client }) => client).filter((client) => client !== clients.small);
    return { question, entrants, same };
  });
  return compareAll(asked, rounds);
}

type Answered = Pick<AnalyticsOutcome, 'findings' | 'timings'>;
type Compared = { question: Question; entrants: readonly Entrant[]; same: readonly QuestionClient[] };

/** Asks each question in rounds, once the answers of `same` are equal. */
async function compareAll(asked: readonly Compared[], rounds: number): Promise<Answered> {
  const outcome: Answered = { findings: [], timings: [] };
  for (const { question, entrants, same } of asked) {
    await compareAnswers(question, same);
    const timings = await takeTurns(question, entrants, rounds);
    for (const { who, what, median } of timings) {
      process.stderr.write(`  ${what}, ${who}: ${median.toFixed(1)} ms\n`);
    }
    outcome.timings.push(...timings);
    outcome.findings.push(...findingsOf(question, timings));
  }
  return outcome;
}

/** Questions that no rollup answers, to one developer with so many revenues and events, against SQL on the same tables. */
export async function benchRecordQuestions(
  arena: Arena,
  { records: [records = 0], rounds }: BenchOptions,
): Promise<Answered> {
  const target = await arena.createDatabase('analytics_records');
  const developer = await createDeveloper(target, 'scale');
  await fillDetails(target, developer, records);
  await arena.settle();
  const gateway = await startGateway(target.url);
  const session = askSql(sql, target.url, developer.id);
  for (const stop of [gateway.stop, session.close]) arena.onClose(stop);
  const clients = [askOutturn('Outturn', gateway, developer.token), session];
  const entrants = clients.map((client) => ({ client, times: 1 }));
  return compareAll(
    recordQuestions.map((question) => ({ question, entrants, same: clients })),
    rounds,
  );
}

/** Fills both databases and starts a server for each, and the peers on the large one. */
async function startClients(
  arena: Arena,
  revenues: number,
): Promise<{ clients: Clients; servers: readonly number[] }> {
  const tenth = await fill(arena, 'analytics_small', revenues / 10);
  const whole = await fill(arena, 'analytics_large', revenues);
  for (const statement of [...statistics, 'analyze']) await whole.database.pool.query(statement);
  await arena.settle();
  const gateway = await startGateway(whole.url);
  const besides = await startGateway(tenth.url);
  const peer = await startPeer('postgraphile', whole.url);
  for (const { stop } of [gateway, besides, peer]) arena.onClose(stop);
  const session = askSql(sql, whole.url, whole.developer.id);
  arena.onClose(session.close);
  const clients = {
    outturn: askOutturn('Outturn', gateway, whole.developer.token),
    sql: session,
    postgraphile: askPostgraphile(postgraphile, peer, whole.developer.id),
    small: askOutturn(small, besides, tenth.developer.token),
  };
  return { clients, servers: [gateway.pid, besides.pid, peer.pid] };
}

async function fill(arena: Arena, name: string, revenues: number) {
  const filled = await arena.createDatabase(name);
  const developer = await createDeveloper(filled, 'scale');
  await fillYear(filled, developer, revenues);
  return { ...filled, developer };
}

function entrantsFor({ targets, postgraphile }: Question, clients: Clients): Entrant[] {
  return [
    { client: clients.outturn, times: TIMES },
    { client: clients.sql, times: 1 },
    ...(postgraphile ? [{ client: clients.postgraphile, times: 1 }] : []),
    ...(targets.growth ? [{ client: clients.small, times: TIMES }] : []),
  ];
}

function findingsOf({ what, targets }: Question, timings: readonly Timing[]): Finding[] {
  const { milliseconds, growth } = targets;
  const medianOf = (who: string) => timings.find((timing) => timing.who === who)?.median ?? Number.NaN;
  const own = medianOf('Outturn');
  const ratio = (against: string, atLeast: number | undefined): Finding[] =>
    atLeast ? [{ what, against, value: medianOf(against) / own, unit: '×', target: { atLeast } }] : [];
  return [
    ...(milliseconds
      ? [{ what, against: 'median', value: own, unit: 'ms', target: { atMost: milliseconds } } as const]
      : []),
    ...ratio(sql, targets.sql),
    ...ratio(postgraphile, targets.postgraphile),
    ...(growth ? [growthFinding(what, own / medianOf(small), growth)] : []),
  ];
}

function growthFinding(what: string, value: number, atMost: number): Finding {
  return { what, against: 'a tenth of the records', value, unit: '×', target: { atMost } };
}
