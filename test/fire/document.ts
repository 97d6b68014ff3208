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

Promises of Outturn about faults, attacks and load, each with the result of its last run.
The tables are written by \`npm run fire\`; \`npm run fire -- NAME\` runs one row and keeps the results of the others, and
\`--scale 0.1\` takes a tenth of the figures. \`.ci/run\` runs their storms with small figures. The tests are those of
\`test/fire/rows.ts\`; each command needs nothing but the repository, except where the table says so.

## Results

| promise | result | command |
| --- | --- | --- |
${rows.map((row) => lineOf(row, results[row.name])).join('\n')}

## Measurements

${rows.map((row) => measuredOf(row, results[row.name])).join('\n\n')}

${kept}
`;
}

function lineOf({ name, promise, minutes }: Row, result: RowResult | undefined): string {
  const full = `\`npm run fire -- ${name}\`, ${minutes} min`;
  return `| **${name}**: ${promise} | ${shortly(result)} | ${full} |`;
}

function shortly(result: RowResult | undefined): string {
  if (!result) return 'never run';
  if (result.outcome === 'not run') return `not run: ${result.figures.join(', ')}`;
  const share = result.scale === 1 ? 'at full scale' : `at ${result.scale} of the figures only`;
  return `${result.outcome} ${share}`;
}

function measuredOf({ name, needs }: Row, result: RowResult | undefined): string {
  const heading = `### ${name}`;
  if (!result) return `${heading}\n\nNever run.`;
  const { scale, figures, seconds, at, commit, machine } = result;
  const variables = needs?.map((variable) => `${variable}=… `).join('') ?? '';
  const command = `\`${variables}npm run fire -- ${name}${scale === 1 ? '' : ` --scale ${scale}`}\``;
  const run = `${command} on ${at}, at ${commit}: ${shortly(result)}, ${Math.round(seconds)} s. ${machine}.`;
  return [heading, '', run, '', ...figures.map((line) => `- ${line}`)].join('\n').trimEnd();
}
