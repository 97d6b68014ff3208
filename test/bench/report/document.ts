import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MORE_ROUNDS } from '../benchmarks/record.ts';
import { CONNECTIONS } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { causes, missedTargets } from './causes.ts';
import { formatDocument } from './format-document.ts';
import { keptPart } from './kept-part.ts';
import { describeCommit, describeMachine, describePostgres, describeVersions } from './machine.ts';
import { absolutesTable, disturbance, findingsTable } from './tables.ts';

export const documentFile = 'docs/benchmarks.md';
const file = path.resolve(import.meta.dirname, '../../..', documentFile);
const libraries = ['pg', 'pg-copy-streams', 'fastify', 'hono', '@mikro-orm/postgresql'];

/** Rewrites the document around its handwritten part. */
export async function writeDocument(outcome: Outcome, options: BenchOptions): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, documentOf(outcome, options, keptPart(old)));
  formatDocument(file);
}

function documentOf({ findings, absolutes }: Outcome, options: BenchOptions, kept: string): string {
  return `# Benchmarks

\`\`\`sh
npm run bench             # everything: half an hour, 10 GB of temporary disk space; writes this page
npm run bench -- --help   # lists the benchmarks
npm run bench -- record   # one of them
npm run bench -- record developers batch --against main   # compares the processor time with a commit
\`\`\`

[Analytics](benchmarks-analytics.md) and [several gateways](benchmarks-gateways.md) have pages of their own. A run on
${new Date().toISOString().slice(0, 10)} wrote this page, except the part between the comments at its end.

- Machine: ${describeMachine()}. The load generator, the servers and PostgreSQL share it.
- Versions: ${describeVersions(libraries)}; ${describePostgres(options)}.
- Outturn at ${describeCommit()}.

${disturbance(absolutes)}

## Against the targets

${findingsTable(findings)}

${missedTargets(findings, causes)}

## In absolute terms

Medians. "server" and "PostgreSQL" are processor time per record or request in all processes of the server and of PostgreSQL;
"others" is the share of the machine that other processes had. A rate beside a high share means little.

${absolutesTable(absolutes)}

## Method

- **Rounds**: medians of ${options.rounds} rounds, for single records of ${options.rounds + MORE_ROUNDS}, after one that warms the servers up. Contenders take turns, each with its
  process and database on one PostgreSQL, after a checkpoint. A round warms up for ${options.warmUpSeconds} s and measures for ${options.seconds} s. Ratios are those of medians.
- **Load**: ${CONNECTIONS} keep-alive connections in a closed loop (4 for batches), from a process of its own. Each record has a new idempotency
  key, one of 25 agents and one of 2,000 customers. One failed answer fails the run, and so does a missing or extra record.
- **Outturn**: \`outturn serve\` with authentication, validation, limiter (plan \`scale\`; \`unlimited\` for memory and growth), idempotency
  and rollups. The time to fold what a round has noted counts. **Many developers** are 64, who name 128,000 customers.
- **Peers** (\`test/bench/peers\`): the same tables, indexes, idempotency keys and validation, without rollups and limiter. (a) and (b)
  are Fastify and \`pg\` with one statement and with a transaction of four round trips, (c) is Hono and MikroORM with a flush.
- **The limit**: \`node:http\`, \`JSON.parse\`, claims and the ledger of Outturn alone. **(d) COPY**: PostgreSQL without keys and rollups.
- **First load**: headless Chromium, a new profile each time, 40 days of figures, medians of five; **sign-in** from the submit on.
- **Reads**: 20,000 records; the peer answers with the same fields. **Growth**: a small and a large database in turns, then a peer on
  the large one. Writes are measured between two checkpoints and right behind one, all else right behind one.
- **Against a commit**: the median ratio of processor time per record in consecutive rounds, at most 1.03.

## Findings

${kept}
`;
}
