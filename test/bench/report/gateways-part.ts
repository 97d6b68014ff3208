import type { Finding, Outcome } from '../findings.ts';
import type { GatewaysOutcome as Compared } from '../gateways/bench-gateways.ts';
import type { BenchOptions } from '../options.ts';
import { gatewaysCauses, missedTargets } from './causes.ts';
import { describeRun } from './document.ts';
import { absolutesTable, disturbance, findingsTable, table } from './tables.ts';

/** `figures` are the results of two gateways on the benchmarks with peers. */
type GatewaysOutcome = Compared & { figures: Outcome };

/** All figures. */
export function gatewaysText(outcome: GatewaysOutcome): string {
  const { absolutes, figures } = outcome;
  return [
    disturbance([...absolutes, ...figures.absolutes]),
    ratiosTable(outcome),
    absolutesTable(absolutes),
    sums(outcome),
    admissionsTable(outcome),
    findingsTable(figures.findings),
    absolutesTable(figures.absolutes),
  ].join('\n\n');
}

/** Several gateways against one, and two against peers in as many processes. */
export function gatewaysPart(outcome: GatewaysOutcome, options: BenchOptions): string {
  const { absolutes, figures } = outcome;
  const fair = againstAsManyProcesses(figures.findings);
  return [
    describeRun(['pg', 'hono'], options),
    disturbance([...absolutes, ...figures.absolutes]),
    ratiosTable(outcome),
    sums(outcome),
    'One developer sends half as many calls again as its plan allows in a minute, over all gateways at once:',
    admissionsTable(outcome),
    'Two gateways against peers in two processes:',
    findingsTable(fair),
    missedTargets(fair, gatewaysCauses),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function ratiosTable({ absolutes, ratios }: Compared): string {
  const rateOf = (what: string, who: string) =>
    absolutes.find((one) => one.what === what && one.who === who)?.rate ?? 0;
  return table(
    ['what', 'who', 'per second', 'against one gateway'],
    ratios.map(({ what, who, ratio }) => [
      what,
      who,
      Math.round(rateOf(what, who)).toLocaleString('en'),
      `${ratio.toFixed(2)} ×`,
    ]),
  );
}

function sums({ stored }: Compared): string {
  return `${stored.toLocaleString('en')} records were acknowledged and as many are stored; in every database the rollups equal the records.`;
}

function admissionsTable({ admissions }: Compared): string {
  return table(
    ['who', 'limits', 'calls', 'admitted', 'allowed'],
    admissions.map(({ who, limits, ...counts }) => [
      who,
      limits,
      ...[counts.sent, counts.admitted, counts.allowed].map((n) => n.toLocaleString('en')),
    ]),
  );
}

/** Findings with a target, without those against a peer in one process, which has a core to itself. */
function againstAsManyProcesses(findings: readonly Finding[]): Finding[] {
  const inTwo = new Set(
    findings.flatMap(({ what, against }) =>
      /^(.*), 2 processes$/.test(against) ? [`${what} ${against}`] : [],
    ),
  );
  return findings.filter(
    ({ what, against, target }) => target && !inTwo.has(`${what} ${against}, 2 processes`),
  );
}
