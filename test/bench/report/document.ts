import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MORE_ROUNDS } from '../benchmarks/record.ts';
import { CONNECTIONS } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
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

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, which starts everything it needs and takes about
half an hour and 10 GB of temporary disk space; \`npm run bench -- NAME\` runs one of them, \`--help\` lists them. Analytics
are apart, in [benchmarks-analytics.md](benchmarks-analytics.md), and so are several gateways, in
[benchmarks-gateways.md](benchmarks-gateways.md). The part between the comments at the end is written by hand.

- Machine: ${describeMachine()}. The load generator, the servers and PostgreSQL share it.
- Versions: ${describeVersions(libraries)}; ${describePostgres(options)}.
- Outturn at ${describeCommit()}.

${disturbance(absolutes)}

## Against the targets

${findingsTable(findings)}

## In absolute terms

Medians; "server" and "PostgreSQL" are processor time per record or request in the server's process and in all of
PostgreSQL's. They hardly depend on what else the machine was doing;
"others" is the share of the machine that other processes had during the rounds, and a rate with a high one says little.

${absolutesTable(absolutes)}

## Method

- **Rounds.** Every figure is the median of ${options.rounds} rounds, those of single records of ${options.rounds + MORE_ROUNDS}. Contenders take turns (A B C, B C A, …), each with a process and
  a database of its own on one PostgreSQL; a checkpoint comes before every round. A round warms up for ${options.warmUpSeconds} s and
  measures for ${options.seconds} s, without a pause between. Of records, many developers, tRPC, batches and reads, a round
  of each comes first that does not count: a server that has just started still compiles its code. Ratios are those of the medians.
- **Load.** ${CONNECTIONS} keep-alive connections in a closed loop (4 for batches, as many as \`outturn import\` uses), from a process
  of its own that reads no more of an answer than it needs. Every record and every item of a batch has a new idempotency
  key, one of 25 agents and one of 2,000 customers. Only acknowledged records count, one answer that is not a success
  fails the benchmark, and after each round the stored records are counted against the acknowledged ones.
- **Outturn** is \`outturn serve\` as users run it, with authentication, validation, rate limiting, idempotency and rollups on.
  What a round has noted for the rollups is folded into them before the next, and the time that this takes counts as its own.
  Each round (but of many developers, who stay) has a new developer on plan \`scale\`, whose limiter counts every call and adds its headers to every answer; a
  round ends before the 60,000 calls that it allows in a minute. Only the benchmarks of memory and growth use plan
  \`unlimited\`, which has no limiter, because they call one developer's account for longer.
- **Many developers** are 64 with a connection each. Together they name 128,000 customers, of which Outturn remembers
  some tens of thousands and the peer all.
- **Peers** write to the same tables with the same indexes, idempotency keys with fingerprints included, check the bearer
  token's hash against a cache, validate, and remember the ids of agents and customers. They keep no rollups and have no
  rate limiter. (a) and (b) are Fastify with compiled schemas and \`pg\` with prepared statements; (a) claims the key and
  inserts in one statement, (b) in a transaction of four round trips; (c) is Hono with zod and MikroORM, \`create\` and
  \`flush\` per request. Their source is in \`test/bench/peers\`.
- **The limit** is \`node:http\` with \`JSON.parse\`, the claims and the ledger of Outturn, and nothing else: neither validation
  nor a framework, limits, metrics or errors. What is above it cannot be reached by recording in this way.
- **(d) COPY** puts rows into the same table with the same indexes, without idempotency keys, rollups, HTTP, JSON or
  validation: what PostgreSQL itself can take. It is the physical limit, not a competitor.
- **First load** is headless Chromium on this machine, a new profile each time, 40 days of figures: medians of five loads a
  round. The sign-in page loads the same framework and components. **Sign-in** starts on that page, with the form filled in.
- **Reads** run on 20,000 records. The peer answers with the same fields: rows that PostgreSQL joins to their agents and
  customers, made into objects, made into text by \`JSON.stringify\`.
- **Growth** stores records of the past year with keys and rollups in a small and in a large database, and then writes to and
  reads from both, in turns. Writes are measured between two checkpoints, when most pages of the index of keys have been
  changed since the last, and right behind one; all else right behind one. What is read has been read once before. A peer
  then runs on the same large database, in turns with Outturn, with as many records in the same tables and no limiter on
  either side.
- **Against a commit.** \`npm run bench -- record developers batch --against COMMIT\` builds that commit in a temporary folder and compares
  it with the present sources: processor time per record of the server and PostgreSQL together, the median of the ratios of
  rounds that follow each other, at most 1.03. Rates of one run differ by a fifth, and decide nothing.

## Where the time goes

${kept}
`;
}
