import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { figure, report } from '../support/load/figures.ts';
import { makeScratchCopy, type ScratchCopy } from '../support/scratch-copy.ts';
import { isEquivalent, staleExceptions } from '../support/tenants/equivalent-mutants.ts';
import { type Mutant, mutantsOf } from '../support/tenants/mutants.ts';

const root = path.resolve(import.meta.dirname, '../..');
const mutants = mutantsOf(root);
const harmful = mutants.filter((mutant) => !isEquivalent(mutant));
/** An ordinary run removes one condition, another one each day. */
const COUNT = figure(1, harmful.length);
const day = Math.floor(Date.now() / 86_400_000);
const taken = Array.from({ length: COUNT }, (_, i) => harmful[(day + i) % harmful.length]);

let copy: ScratchCopy;
beforeAll(async () => {
  copy = await makeScratchCopy();
});
afterAll(() => copy.remove());

const suite = ['test/security/tenants.test.ts', 'test/security/analytics-tenants.test.ts'];
/** Exports and resets of passwords run on the command line; callers who leave their developer and spans have tests of their own. */
function suiteOf(file: string): string[] {
  if (file.includes('export-records')) return ['test/e2e/export.test.ts'];
  if (file.includes('lock-caller')) return ['test/accounts/developers-left-behind.test.ts'];
  if (file.includes('src/traces/') && !file.includes('sources')) return ['test/otlp/tenants.test.ts'];
  if (file.includes('operators/reset-password')) return ['test/accounts/lost-password.test.ts'];
  return suite;
}
/**
 * Without reports and without the search for secrets, because the sources of these runs are mutated: a test that fails
 * prints what it got.
 */
const env = () => ({
  TEST_DATABASE_URL: inject('databaseUrl'),
  FIRE_REPORT: undefined,
  NODE_OPTIONS: undefined,
});

/** Whether the tenant tests fail on a mutant. */
async function isCaught({ file, source }: Mutant): Promise<boolean> {
  const target = path.join(copy.path, file);
  const original = await readFile(target, 'utf8');
  await writeFile(target, source);
  const { hasPassed } = await copy.test(suiteOf(file), env());
  await writeFile(target, original);
  return !hasPassed;
}

test('there are harmful and equivalent tenant conditions to remove', () => {
  expect(harmful.length).toBeGreaterThan(15);
  expect(staleExceptions(mutants)).toEqual([]);
});

test(`each of ${COUNT} removed tenant conditions fails the tenant tests`, {
  timeout: 3_600_000,
}, async () => {
  const survivors: string[] = [];
  for (const mutant of taken) {
    if (mutant && !(await isCaught(mutant))) survivors.push(`${mutant.file}:${mutant.line} ${mutant.from}`);
  }
  expect(survivors).toEqual([]);
  // The control: the copy itself passes.
  if (COUNT > 1) {
    const { hasPassed, output } = await copy.test(suite, env());
    expect(hasPassed, output).toBe(true);
  }
  report(
    `${COUNT} of ${harmful.length} tenant conditions removed one by one: each caught; ${mutants.length - harmful.length} more are equivalent for callers`,
  );
});
