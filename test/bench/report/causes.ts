import { type Finding, verdict } from '../findings.ts';

/** Why a target is missed, by `what | against` of its row. Written by hand when a run misses one. */
export type Causes = Record<string, string>;

const yearBatches =
  '1,000 records of random days change 3,931 rollup rows; COPY keeps neither rollups nor reservations';
const runsDiffer = (range: string, met: number) =>
  `it differs from run to run: ${range} in 13 runs, of which ${met} met the target`;

export const causes: Causes = {
  'POST /v1/revenues/batch of 1,000, over a year, records/s | (d) COPY': yearBatches,
  'GET /v1/revenues?limit=100, 10 million stored, rate | Fastify + pg, one statement': runsDiffer(
    '1.37 to 1.77 ×',
    12,
  ),
  'POST /v1/revenues, 10 million stored, rate | Fastify + pg, one statement': runsDiffer('1.28 to 2.50 ×', 7),
  'POST /v1/revenues right after a checkpoint, 10 million stored, rate | Fastify + pg, one statement':
    runsDiffer('1.29 to 2.12 ×', 3),
};

export const analyticsCauses: Causes = {
  'top 10 customers of a quarter by week | median':
    'a slower host, on which plain SQL took 10 to 26% longer; 132.1 ms on the one before',
  'agent × customer for a week | median':
    'no rollup has this cut, so the question reads the records of the week, as plain SQL does',
};

export const gatewaysCauses: Causes = {
  'POST /v1/revenues/batch of 1,000, over a year, records/s | (d) COPY': yearBatches,
};

/** One line for each missed target. */
export function missedTargets(findings: readonly Finding[], known: Causes): string {
  const missed = findings.filter((finding) => verdict(finding) === 'NO');
  if (missed.length === 0) return 'Every target is met.';
  const lines = missed.map(({ what, against }) => {
    const cause = known[`${what} | ${against}`] ?? 'the cause is not known yet';
    return `- ${what}, against ${against}: ${cause}.`;
  });
  return `Missed targets and their causes:\n\n${lines.join('\n')}`;
}
