import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnalyticsOutcome } from '../analytics/bench-analytics.ts';
import type { Timing } from '../analytics/take-turns.ts';
import { AGENTS, CUSTOMERS } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { analyticsCauses, missedTargets } from './causes.ts';
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

\`\`\`sh
npm run bench -- analytics   # fifteen minutes, 10 GB of temporary disk space; writes this page
\`\`\`

A run on ${new Date().toISOString().slice(0, 10)} wrote this page, except the part between the comments at its end. [analytics.md](analytics.md) has the
questions.

- Machine: ${describeMachine()}. The servers, PostgreSQL and the client share it.
- Versions: ${describeVersions(['pg', 'postgraphile', '@graphile/pg-aggregates'])}; ${describePostgres(options)}.
- Outturn at ${describeCommit()}.
- Records: one developer with ${count(1)} revenues, ${count(0.2)} goals, ${count(0.2)} outcomes and ${count(0.4)} events, spread over a
  year, of ${AGENTS} agents and ${CUSTOMERS.toLocaleString('en')} customers.

${disturbanceOf(others)}

## Against the targets

${findingsTable(findings)}

${missedTargets(findings, analyticsCauses)}

## In absolute terms

${timingsTable(timings)}

## Method

- **Outturn** answers GraphQL over HTTP, to a key on plan \`scale\`, and caches no answers.
- **Plain SQL** is the same question as \`GROUP BY\` over the records, on one connection without HTTP, with parallel workers, Outturn's
  settings of the planner, and statistics by agent, without which it takes half as long again (\`test/bench/analytics/plain-sql.ts\`).
- **PostGraphile** answers over HTTP on the same database, without counts and without filters by window.
- **Rounds**: ${rounds}, in turns, after a dozen answers of each; medians. The revenue in all answers is the same to the cent. **A tenth
  of the records** is another developer in another database, with its own gateway.

## Findings

${kept}
`;
}
