import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchOptions } from '../options.ts';
import { describeCommit, describeMachine, describePostgres, describeVersions } from './machine.ts';
import { withoutPadding } from './tables.ts';

export const documentFile = 'docs/benchmarks.md';
const file = path.resolve(import.meta.dirname, '../../..', documentFile);

/** The parts of the document that runs write, each between two comments. All else is written by hand. */
export const parts = ['recording', 'analytics', 'gateways'] as const;

type Part = (typeof parts)[number];

/** Replaces one part of the document. */
export async function writePart(part: Part, text: string): Promise<void> {
  await writeFile(file, replacePart(await readFile(file, 'utf8'), part, withoutPadding(text)));
}

export function replacePart(document: string, part: Part, text: string): string {
  const [begin, end] = [`<!-- written by npm run bench: ${part} -->`, `<!-- end of ${part} -->`];
  const [before, rest] = document.split(`${begin}\n`);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${documentFile} lacks the part ${part}.`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

/** When, where and with what a run measured. */
export function describeRun(libraries: readonly string[], options: BenchOptions): string {
  const day = new Date().toISOString().slice(0, 10);
  const versions = describeVersions(libraries);
  return `Outturn at ${describeCommit()}, measured on ${day}: ${describeMachine()}; ${versions}; ${describePostgres(options)}.`;
}
