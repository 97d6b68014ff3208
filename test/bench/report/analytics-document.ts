import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnalyticsOutcome } from '../analytics/bench-analytics.ts';
import type { Timing } from '../analytics/take-turns.ts';
import { AGENTS, CUSTOMERS } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { formatDocument } from './format-document.ts';
import { keptPart } from './kept-part.ts';
import { describeCommit, describeMachine, describePostgres, describeVersions } from './machine.ts';
import { findingsTable, table } from './tables.ts';

export const analyticsFile = 'docs/benchmarks-analytics.md';
const file = path.resolve(import.meta.dirname, '../../..', analyticsFile);

/** The time of every answer. */
export function timingsTable(timings: readonly Timing[]): string {
  return table(
    ['question', 'who', 'median ms', 'fastest', 'slowest', 'answers'],
    timings.map(({ what, who, runs, ...times }) => [
      what,
      who,
      ...[times.median, times.fastest, times.slowest].map((n) => n.toFixed(1)),
      String(runs),
    ]),
  );
}

/** Rewrites the document around its handwritten part. */
export async function writeAnalyticsDocument(
  outcome: AnalyticsOutcome,
  options: BenchOptions,
): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, documentOf(outcome, options, keptPart(old)));
  formatDocument(file);
}

/** The share of other processes in the machine, which slows down entrants that need two cores. */
export function disturbanceOf(others: number | undefined): string {
  if (others === undefined) return '';
  const share = `other processes had ${Math.round(others * 100)}% of the machine while questions were asked.`;
  return others < 0.15 ? `Meanwhile ${share}` : `**Disturbed:** ${share} Such figures say little.`;
}

function documentOf(
  { revenues, rounds, others, findings, timings }: AnalyticsOutcome,
  options: BenchOptions,
  kept: string,
): string {
  const count = (share: number) => (revenues * share).toLocaleString('en');
  return `# Benchmarks: analytics

Written by \`npm run bench -- analytics\` on ${new Date().toISOString().slice(0, 10)}, which starts everything it needs and takes about
fifteen minutes and 10 GB of temporary disk space. The part between the comments at the end is written by hand. Other
benchmarks are in [benchmarks.md](benchmarks.md), the questions that can be asked in [analytics.md](analytics.md).

- Machine: ${describeMachine()}. The servers, PostgreSQL and who asks share it.
- Versions: ${describeVersions(['pg', 'postgraphile', '@graphile/pg-aggregates'])}; ${describePostgres(options)}.
- Outturn at ${describeCommit()}.
- Records: one developer with ${count(1)} revenues, ${count(0.2)} goals, ${count(0.2)} outcomes and ${count(0.4)} events, spread over a
  year, of ${AGENTS} agents and ${CUSTOMERS.toLocaleString('en')} customers.

${disturbanceOf(others)}

## Against the targets

${findingsTable(findings)}

## In absolute terms

${timingsTable(timings)}

## Method

- **Outturn** is asked over HTTP in GraphQL, from the request to the last byte of the answer, by a key on plan \`scale\` with
  its rate limiter on. It answers from rollups where it can, and remembers no answers.
- **Plain SQL** is the same question as \`GROUP BY\` over the records on the same server, over one connection without HTTP:
  each kind of record summed up by itself, with parallel workers, then put together; with Outturn's own settings of the
  planner (\`jit\` off, 64 MB of \`work_mem\`), and with statistics of days and months by agent, without which PostgreSQL
  does not sum them up in parallel and takes half as long again. See \`test/bench/analytics/plain-sql.ts\`.
- **PostGraphile** is asked over HTTP, on the same database. It cannot count rows of a group or filter by a window, so it
  sums amounts, costs and values of all records of the developer, and leaves out the counts that the others answer.
- **Rounds.** Everyone is asked in turn, in ${rounds} rounds, Outturn several times in each, after the servers have answered everything
  a dozen times. Figures are medians, and ratios those of medians. The revenue in all answers is compared first, and is
  the same to the cent.
- **A tenth of the records** is another developer in another database, with a gateway of its own.

## What the figures say

${kept}
`;
}
