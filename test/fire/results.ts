import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The result of a row's last run. */
export type RowResult = {
  outcome: 'passed' | 'failed' | 'not run';
  /** The share of the full figures that it ran with. */
  scale: number;
  /** Why it failed, in one line. Written by hand; the next run removes it. */
  cause?: string;
  /** Reports of its tests: the work done and the measurements. */
  figures: string[];
  seconds: number;
  /** UTC, to the minute. */
  at: string;
  commit: string;
  machine: string;
};

export type Results = Record<string, RowResult>;

const file = path.resolve(import.meta.dirname, 'results.json');

/** The last result of every row that has run. */
export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
}

/** Replaces the last result of one row and keeps those of others. */
export async function keepResult(name: string, result: RowResult): Promise<void> {
  const results = { ...(await readResults()), [name]: result };
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}
