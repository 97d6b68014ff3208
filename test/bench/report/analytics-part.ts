import type { AnalyticsOutcome } from '../analytics/bench-analytics.ts';
import type { Timing } from '../analytics/take-turns.ts';
import { type Finding, targetText, valueText, verdict } from '../findings.ts';
import { AGENTS, CUSTOMERS } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { analyticsCauses, missedTargets } from './causes.ts';
import { describeRun } from './document.ts';
import { table } from './tables.ts';

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

/** The share of other processes in the machine, which slows down entrants that need two cores. */
export function disturbanceOf(others: number | undefined): string {
  if (others === undefined) return '';
  const share = `other processes had ${Math.round(others * 100)}% of the machine while questions were asked.`;
  return others < 0.15 ? `Meanwhile ${share}` : `**Disturbed:** ${share} Such figures say little.`;
}

/** Questions to one developer with a year of records. */
export function analyticsPart(
  { revenues, findings, others }: AnalyticsOutcome,
  options: BenchOptions,
): string {
  const count = (share: number) => (revenues * share).toLocaleString('en');
  return [
    `${describeRun(['pg', 'postgraphile', '@graphile/pg-aggregates'], options)} ${disturbanceOf(others)}`.trimEnd(),
    `One developer has ${count(1)} revenues, ${count(0.2)} goals, ${count(0.2)} outcomes and ${count(0.4)} events, spread over a year, of ${AGENTS} agents and ${CUSTOMERS.toLocaleString('en')} customers.`,
    questionsTable(findings),
    missedTargets(findings, analyticsCauses),
  ].join('\n\n');
}

/** One row for each question, with what was measured, and the target. A missed one is bold. */
function questionsTable(findings: readonly Finding[]): string {
  const questions = [...new Set(findings.map(({ what }) => what))];
  const columns = [...new Set(findings.map(({ against }) => against))];
  const cell = (what: string, against: string) => {
    const finding = findings.find((one) => one.what === what && one.against === against);
    if (!finding) return '';
    const measured = `${valueText(finding)} (${targetText(finding)})`;
    return verdict(finding) === 'NO' ? `**${measured}**` : measured;
  };
  return table(
    ['question', ...columns],
    questions.map((what) => [what, ...columns.map((against) => cell(what, against))]),
  );
}
