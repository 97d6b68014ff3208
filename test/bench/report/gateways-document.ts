import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONNECTIONS } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { GatewaysOutcome as Compared } from '../gateways/bench-gateways.ts';
import type { BenchOptions } from '../options.ts';
import { gatewaysCauses, missedTargets } from './causes.ts';
import { formatDocument } from './format-document.ts';
import { keptPart } from './kept-part.ts';
import { describeCommit, describeMachine, describePostgres, describeVersions } from './machine.ts';
import { absolutesTable, disturbance, findingsTable, table } from './tables.ts';

export const gatewaysFile = 'docs/benchmarks-gateways.md';
/** `figures` are the results of two gateways on the benchmarks with peers. */
type GatewaysOutcome = Compared & { figures: Outcome };

const file = path.resolve(import.meta.dirname, '../../..', gatewaysFile);

/** Rewrites the document around its handwritten part. */
export async function writeGatewaysDocument(outcome: GatewaysOutcome, options: BenchOptions): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, documentOf(outcome, options, keptPart(old)));
  formatDocument(file);
}

/** The figures alone. */
export function gatewaysText(outcome: GatewaysOutcome): string {
  const { absolutes, ratios, admissions, stored, figures } = outcome;
  return `${disturbance([...absolutes, ...figures.absolutes])}

## Throughput

${table(
  ['what', 'who', 'against one gateway'],
  ratios.map(({ what, who, ratio }) => [what, who, `${ratio.toFixed(2)} ×`]),
)}

${absolutesTable(absolutes)}

Sums: ${stored.toLocaleString('en')} records were acknowledged and as many are stored; in every database the rollups equal the records.

## Limits

${table(
  ['who', 'limits', 'calls', 'admitted', 'allowed'],
  admissions.map(({ who, limits, ...counts }) => [
    who,
    limits,
    ...[counts.sent, counts.admitted, counts.allowed].map((n) => n.toLocaleString('en')),
  ]),
)}

## Two gateways against the targets of one

${findingsTable(figures.findings)}

${missedTargets(figures.findings, gatewaysCauses)}

${absolutesTable(figures.absolutes)}`;
}

function documentOf(outcome: GatewaysOutcome, options: BenchOptions, kept: string): string {
  return `# Benchmarks: several gateways

\`\`\`sh
npm run bench -- gateways   # writes this page; REDIS_URL shares the limits
\`\`\`

A run on ${new Date().toISOString().slice(0, 10)} wrote this page, except the part between the comments at its end. [Several gateways](scaling.md#several-gateways)
says when to use them.

- Machine: ${describeMachine()}.
- Versions: ${describeVersions(['pg', 'hono'])}; ${describePostgres(options)}.
- Outturn at ${describeCommit()}.

Load generator, gateways and PostgreSQL share the cores of this machine. If one gateway uses them up, a ratio of 1 is the
best possible: the figures show the cost of several gateways and their correctness, not the gain on cores of their own.

${gatewaysText(outcome)}

## Method

- **Rounds**: as in [benchmarks.md](benchmarks.md#method), ${options.rounds} of each. Each gateway has recorded for ${options.seconds} s before. ${CONNECTIONS} connections are divided
  evenly among the gateways, and the developers among the connections. "server" includes the primary process.
- **Limits**: one developer on plan \`pro\` sends half as many calls again as the plan allows in a minute, over all gateways at once.
- **Targets**: two gateways on the database of Outturn, and two processes of "the limit". Peers run in one process and in two.

## Findings

${kept}
`;
}
