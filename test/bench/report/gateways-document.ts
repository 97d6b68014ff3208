import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONNECTIONS } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { GatewaysOutcome as Compared } from '../gateways/bench-gateways.ts';
import type { BenchOptions } from '../options.ts';
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

${absolutesTable(figures.absolutes)}`;
}

function documentOf(outcome: GatewaysOutcome, options: BenchOptions, kept: string): string {
  return `# Benchmarks: several gateways

Written by \`npm run bench -- gateways\` on ${new Date().toISOString().slice(0, 10)}. The part between the comments at the end is written by hand.
Other benchmarks are in [benchmarks.md](benchmarks.md), when to run several gateways in [scaling.md](scaling.md).

- Machine: ${describeMachine()}.
- Versions: ${describeVersions(['pg', 'hono'])}; ${describePostgres(options)}.
- Outturn at ${describeCommit()}.

**What this can show.** The load generator, all gateways and PostgreSQL share the cores of this one machine. Where one
gateway with its PostgreSQL and its clients uses them up already, more gateways cannot record more, and a ratio near 1 is
the best there is: it says what several cost, and that they are right. What they bring shows where each has cores of its own.

${gatewaysText(outcome)}

## Method

- **Rounds.** Medians of ${options.rounds} rounds, in which the ways take turns. Each way has a database of its own on one PostgreSQL; a
  checkpoint comes before every round. Every gateway has recorded for ${options.seconds} s before. A round warms up for ${options.warmUpSeconds} s and measures for ${options.seconds} s.
- **Load.** ${CONNECTIONS} keep-alive connections in a closed loop, divided evenly among the gateways, and the developers among them. Each
  record has a new idempotency key. Each developer is on plan \`scale\`, whose limiter counts every call: in memory for one
  gateway, in the primary process for workers, in Redis for several gateways if \`REDIS_URL\` is set.
- **"server"** is the processor time of all gateways, the primary process included.
- **Limits.** One developer on plan \`pro\` calls all gateways at once, half as often again as its plan allows in a minute.
- **Targets.** The rounds of [benchmarks.md](benchmarks.md#method), peers included, with two gateways on the database of Outturn, and two
  processes of "the limit". Peers are there twice: in one process, which shares the cores with fewer others, and in two, as Outturn is.

## What the figures say

${kept}
`;
}
