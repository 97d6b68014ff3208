import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results, RowResult } from './results.ts';
import { type Row, rows } from './rows.ts';

export const documentFile = 'docs/reliability.md';

export async function writeDocument(results: Results): Promise<void> {
  await writeFile(path.resolve(import.meta.dirname, '../..', documentFile), documentOf(results));
}

export function documentOf(results: Results): string {
  return `# Reliability

Each row of the table is a promise about faults, attacks or load, with the result of its last run. \`npm run fire\` writes this
page. Check a promise yourself:

\`\`\`sh
npm run fire -- duplicates                # one row at full scale; keeps the results of the others
npm run fire -- gateway-crash --scale 0.1 # a tenth of the figures
npm run fire -- --sample                  # small figures of all rows, as .ci/run does
\`\`\`

The commands need nothing but the repository, and the variables that the table names. [rows.ts](../test/fire/rows.ts) has the tests of
each row, [results.json](../test/fire/results.json) the figures, the duration and the machine of each last run.

## Results

${passedOf(results)} rows passed at full scale. The others run with small figures, in the sample. Minutes are those of a full run on two cores.

| row | promise | minutes | last run at full scale |
| --- | --- | --- | --- |
${rows.map((row) => lineOf(row, results[row.name])).join('\n')}

## What the results say

- **Lost, doubled**: clients that retry under their own keys send single records and batches of all kinds, among them repeated
  keys, reused keys and bad rows. At the end every acknowledged record is compared with the tables, to the last decimal, with sums
  and rollups, and sent once more: its answer must be the original to the byte.
- **Guards**: in a copy, the guards of the rows \`duplicates\` to \`secrets\`, except \`rolling-upgrade\`, were taken out one at a time.
  Each time a test of the row failed.
- **Completeness**: \`tenants\` takes its calls from the registry of operations, the routes, the router and the GraphQL schema; one
  without a case fails the row. It also takes the tenant condition out of each statement in turn, and expects its own tests to fail.
- **Secrets**: every \`npm test\` and every row searches its own logs, error answers, traces, database dumps and the log of PostgreSQL
  for the secrets that it used. Not searched: the databases of embedded servers (\`DATA_DIR\`), the log of a PostgreSQL that was there before
  the run, idempotency keys in variables of GraphQL, and secrets of fewer than 12 bytes or 5 different characters. An error may repeat the URL and the body of its request.
- **Times** are those of machines that other programs used as well. Counts of lost, doubled or leaked things do not depend on that.
`;
}

function passedOf(results: Results): string {
  const passed = rows.filter(({ name }) => {
    const result = results[name];
    return result?.outcome === 'passed' && result.scale === 1;
  });
  return `${passed.length} of ${rows.length}`;
}

function lineOf({ name, promise, minutes, needs }: Row, result: RowResult | undefined): string {
  const variables = needs ? `, needs \`${needs.join('`, `')}\`` : '';
  return `| **${name}**${variables} | ${promise} | ${minutes} | ${lastRun(result)} |`;
}

function lastRun(result: RowResult | undefined): string {
  if (!result) return 'none yet';
  const { outcome, scale, cause, figures, at, commit } = result;
  if (outcome === 'not run') return `not run: ${figures.join(', ')}`;
  const share = scale === 1 ? '' : `, at ${scale} of the figures only`;
  return `${outcome} on ${at.slice(0, 10)} at ${commit}${share}${cause ? `: ${cause}` : ''}`;
}
