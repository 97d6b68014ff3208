import { type Finding, verdict } from '../findings.ts';

/** Why a target is missed, by `what | against` of its row. Written by hand when a run misses one. */
export type Causes = Record<string, string>;

const yearBatches =
  '1,000 records of random days change 3,931 rollup rows; COPY keeps neither rollups nor claims';
const slowerHost = (before: string) =>
  `noise of a host that slowed down in the course of the run; the run before had ${before}`;
const takesTurns = 'two gateways take turns on two cores, and one process of the peer does not';

export const causes: Causes = {
  'POST /v1/revenues/batch of 1,000, over a year, records/s | (d) COPY': yearBatches,
  'GET /v1/revenues?limit=100, 10 million stored, rate | Fastify + pg, one statement': slowerHost('1.49 ×'),
  'POST /v1/revenues, 10 million stored, rate | Fastify + pg, one statement': slowerHost('2.28 ×'),
  'POST /v1/revenues right after a checkpoint, 10 million stored, rate | Fastify + pg, one statement':
    slowerHost('2.10 ×'),
};

export const analyticsCauses: Causes = {
  'top 10 customers of a quarter by week | median':
    'a slower host, on which plain SQL took 10 to 26% longer; 132.1 ms on the one before',
  'agent × customer for a week | median':
    'no rollup has this cut, so the question reads the records of the week, as plain SQL does',
};

export const gatewaysCauses: Causes = {
  'POST /v1/revenues, rate | (a) Fastify + pg, one statement': takesTurns,
  'POST /v1/revenues, rate | (b) Fastify + pg, transaction': takesTurns,
  'POST /v1/revenues, rate | (c) Hono + MikroORM, flush': takesTurns,
  'POST /v1/revenues/batch of 1,000, over a year, records/s | (d) COPY': yearBatches,
  'POST /v1/revenues/batch of 1,000, over a year, records/s | (b) Fastify + pg, transaction, single records':
    takesTurns,
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
