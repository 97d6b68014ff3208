import { readFileSync } from 'node:fs';
import { filesOf, keep, whoseIs } from './run-folder.ts';

export type Secret = { kind: string; value: string };

/** A secret with the test file and the process that noted it first. */
export type Used = Secret & { usedBy: string };

/**
 * Marks of secrets that were noted recently, one for each place. A newer one overwrites an older one of the same
 * place, so a secret may be noted twice, which does no harm. The size is constant, because tests watch the heap of
 * these processes.
 */
const lately = new Float64Array(1 << 16);

/** Notes secrets of a request or a call, to be searched for at the end of the run. */
export function note(secrets: readonly Secret[]): void {
  const lines = secrets.filter(({ value }) => isNew(value)).map(lineOf);
  if (lines.length > 0) keep('used', 'secrets', lines.join(''));
}

/** Every secret that a run has noted, by its bytes in Latin-1, one character each. */
export function readUsed(folder: string): Map<string, Used> {
  const used = new Map<string, Used>();
  for (const file of filesOf(folder, 'used')) {
    // A process that was killed may have left an unfinished line.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const secret: Secret = JSON.parse(line);
      const bytes = Buffer.from(secret.value).toString('latin1');
      if (!used.has(bytes)) used.set(bytes, { ...secret, usedBy: whoseIs(file) });
    }
  }
  return used;
}

const lineOf = ({ kind, value }: Secret) => `${JSON.stringify({ kind, value })}\n`;

/**
 * Whether a value is not among the recent ones. Its mark is 53 bits of two hashes, as many as a number holds exactly.
 */
function isNew(value: string): boolean {
  let [low, high] = [0, value.length];
  for (let i = 0; i < value.length; i++) {
    low = Math.imul(low ^ value.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ value.charCodeAt(i), 0x5bd1e995) ^ (high >>> 15);
  }
  const mark = (low >>> 0) * 0x200000 + (high >>> 11) + 1;
  const slot = (low ^ (low >>> 16)) & (lately.length - 1);
  if (lately[slot] === mark) return false;
  lately[slot] = mark;
  return true;
}
