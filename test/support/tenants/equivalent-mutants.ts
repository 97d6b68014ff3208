import type { Mutant } from './mutants.ts';

/**
 * Conditions that no caller can notice, because the rest of the statement already names rows of the caller alone: they
 * are there for databases that are distributed by tenant, and as a second lock.
 */
const equivalents: readonly { file: string; from: string; because: string }[] = [];

export function isEquivalent(mutant: Mutant): boolean {
  return equivalents.some(({ file, from }) => mutant.file.endsWith(file) && mutant.from === from);
}
