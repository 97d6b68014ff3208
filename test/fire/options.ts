import { parseArgs } from 'node:util';
import { type Row, rows } from './rows.ts';

export type FireOptions = {
  rows: readonly Row[];
  /** The share of the full figures. */
  scale: number;
  /** Whether to run a sample: storms with small figures, several files at a time, without a document. */
  isSample: boolean;
};

export const usage = `Usage: npm run fire [-- NAME…] [--scale SHARE | --sample]

  NAME            rows to run, one after the other; all if left out
  --scale SHARE   of the full figures, such as 0.1 (default 1)
  --sample        small figures, as many files at a time as there are cores; writes no document

${rows.map(({ name, minutes, promise }) => `  ${name.padEnd(16)}${String(minutes).padStart(3)} min  ${promise}`).join('\n')}
`;

/** Reads the command line. Throws an error that names the wrong option. */
export function readOptions(args: string[]): FireOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { scale: { type: 'string', default: '1' }, sample: { type: 'boolean', default: false } },
  });
  const scale = Number(values.scale);
  if (!(scale > 0 && scale <= 1)) throw new Error(`--scale must be above 0 and at most 1.\n\n${usage}`);
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.\n\n${usage}`);
  const chosen = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { rows: chosen, scale, isSample: values.sample };
}
