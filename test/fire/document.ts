import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatDocument } from '../bench/report/format-document.ts';
import { keptPart } from '../bench/report/kept-part.ts';
import type { Results, RowResult } from './results.ts';
import { type Row, rows } from './rows.ts';

export const documentFile = 'docs/reliability.md';
const file = path.resolve(import.meta.dirname, '../..', documentFile);

/** Rewrites the document around what was written into it by hand. */
export async function writeDocument(results: Results): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, documentOf(results, keptPart(old)));
  formatDocument(file);
}

function documentOf(results: Results, kept: string): string {
  return `# Reliability

Each row of the table is a promise about faults, attacks or load, with the result of its last run. Check one yourself:

\`\`\`sh
npm run fire -- duplicates                # one row at full scale; keeps the results of the others
npm run fire -- gateway-crash --scale 0.1 # a tenth of the figures
npm run fire -- --sample                  # small figures of all rows, as .ci/run does
\`\`\`

The commands need nothing but the repository, except as the table says. \`test/fire/rows.ts\` lists the tests of each row.

${passedOf(results)} rows passed at full scale. A row that was not run at full scale yet runs with small figures, in
the sample. [Measurements](#measurements) has the date and the commit of each run.

## Results

| promise | result | command |
| --- | --- | --- |
${rows.map((row) => lineOf(row, results[row.name])).join('\n')}

## Measurements

${rows.flatMap((row) => measuredOf(row, results[row.name]) ?? []).join('\n\n')}

${kept}
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
  const cause = result?.cause ? `: ${result.cause}` : '';
  const full = `\`${variablesOf(needs)}npm run fire -- ${name}\`, ${minutes} min`;
  return `| **${name}**: ${promise} | ${shortly(result)}${cause} | ${full} |`;
}

/** The environment variables before a command. */
function variablesOf(needs: Row['needs']): string {
  return needs?.map((variable) => `${variable}=… `).join('') ?? '';
}

function shortly(result: RowResult | undefined): string {
  if (!result) return 'not run at full scale yet';
  if (result.outcome === 'not run') return `not run: ${result.figures.join(', ')}`;
  const share = result.scale === 1 ? 'at full scale' : `at ${result.scale} of the figures only`;
  return `${result.outcome} ${share}`;
}

function measuredOf({ name, needs }: Row, result: RowResult | undefined): string | undefined {
  if (!result) return undefined;
  const { scale, figures, seconds, at, commit, machine } = result;
  const command = `\`${variablesOf(needs)}npm run fire -- ${name}${scale === 1 ? '' : ` --scale ${scale}`}\``;
  const run = `${command} on ${at}, at ${commit}: ${shortly(result)}, ${Math.round(seconds)} s. ${machine}.`;
  return [`### ${name}`, '', run, '', ...figures.map((line) => `- ${line}`)].join('\n').trimEnd();
}
