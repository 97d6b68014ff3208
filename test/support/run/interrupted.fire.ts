import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../load/wait-until.ts';
import { processesOf } from './processes.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

/** The environment of a terminal, without the variables of this run. */
function plainEnvironment(TMPDIR: string): NodeJS.ProcessEnv {
  const own = /^(OUTTURN_TEST_|VITEST|NODE_OPTIONS$|NODE_ENV$|TEST$|TEST_DATABASE_URL$|CITUS_URL$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(inherited), TMPDIR };
}

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a run that %s ends leaves no process and no folder behind',
  async (signal) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'outturn-interrupted-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const runner = spawn(process.execPath, [vitest, 'run', 'test/contract/'], {
      cwd: root,
      env: plainEnvironment(folder),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    runner.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await waitUntil('a test file has passed', () => output.includes('✓'));
    expect(processesOf(folder).some(({ command }) => command.includes('serve'))).toBe(true);
    expect(processesOf(folder).some(({ command }) => command.includes('postgres'))).toBe(true);

    runner.kill(signal);
    await once(runner, 'exit');

    await waitUntil('nothing of it runs', () => processesOf(folder).length === 0);
    await waitUntil('its folder is gone', async () => (await readdir(folder)).length === 0);
    if (signal !== 'SIGKILL') expect(output).toMatch(/\n\d+ passed, [1-9]\d* failed(, \d+ skipped)?\n$/);
  },
  120_000,
);
