import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runToEnd } from '../../scripts/processes.mjs';
import { describeCommit, describeMachine } from '../bench/report/machine.ts';
import { pgbouncerPath } from '../support/pooler/pgbouncer.ts';
import type { RowResult } from './results.ts';
import type { Row } from './rows.ts';

const root = path.resolve(import.meta.dirname, '../..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

/** Runs the tests of a row at a share of its full figures. */
export async function runRow(row: Row, scale: number): Promise<RowResult> {
  const facts = {
    scale,
    at: `${new Date().toISOString().slice(0, 16)}Z`,
    commit: describeCommit(),
    machine: describeMachine(),
  };
  const missing = row.needs?.filter((name) => !process.env[name]) ?? [];
  if (row.needsPooler && pgbouncerPath === undefined) missing.push('PgBouncer');
  if (missing.length > 0)
    return { ...facts, outcome: 'not run', figures: [`needs ${missing.join(', ')}`], seconds: 0 };

  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-fire-'));
  const reportFile = path.join(folder, 'figures');
  const begun = performance.now();
  // One file after the other, so that nothing else disturbs a measurement.
  // Gateways that share Redis count wrong keys together, so a row would be limited by those before it.
  const REDIS_URL = row.needs?.includes('REDIS_URL') ? process.env.REDIS_URL : undefined;
  const figuresOfRow = { FIRE_SCALE: String(scale), FIRE_REPORT: reportFile, REDIS_URL };
  let hasPassed = await runFire(row, ['--no-file-parallelism', ...row.files], figuresOfRow);
  if (row.searchesSuite) hasPassed = (await runTests([], { SECRETS_REPORT: reportFile })) && hasPassed;
  const figures = await readFile(reportFile, 'utf8').catch(() => '');
  await rm(folder, { recursive: true });
  return {
    ...facts,
    outcome: hasPassed ? 'passed' : 'failed',
    figures: figures.split('\n').filter((line) => line !== ''),
    seconds: (performance.now() - begun) / 1000,
  };
}

/**
 * Runs the storms of all rows with small figures, as many files at a time as there are cores. Returns whether
 * all have passed; writes no document.
 */
export async function runSample(rows: readonly Row[]): Promise<boolean> {
  const plain = rows.filter(({ isThroughPooler, isTimed }) => !isThroughPooler && !isTimed);
  const storms = plain.flatMap(({ files, onlyAtScale }) =>
    files.filter((file) => file.endsWith('.fire.ts') && !onlyAtScale?.includes(file)),
  );
  const results: boolean[] = [];
  if (storms.length > 0) results.push(await runFire({}, storms));
  for (const row of rows) {
    if (row.isTimed) results.push(await runFire(row, ['--no-file-parallelism', ...row.files], smallest));
    if (row.isThroughPooler && pgbouncerPath !== undefined) results.push(await runFire(row, row.files));
    if (row.needsPooler && pgbouncerPath === undefined)
      process.stdout.write(`${row.name}: left out, PgBouncer is not installed\n`);
  }
  return results.every(Boolean);
}

/** Figures are never below those of a sample, and every promised time is asserted. */
const smallest = { FIRE_SCALE: '0.001' };

function runFire(
  { isThroughPooler }: Pick<Row, 'isThroughPooler'>,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<boolean> {
  const projects = isThroughPooler ? ['pooler'] : ['fire', 'browser'];
  const options = ['--config', 'test/vitest.fire.config.ts', ...projects.map((name) => `--project=${name}`)];
  return runTests([...options, ...args], env);
}

async function runTests(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<boolean> {
  const code = await runToEnd(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  // A signal to this process ends the following rows, too.
  if (code > 128) process.exit(code);
  return code === 0;
}
