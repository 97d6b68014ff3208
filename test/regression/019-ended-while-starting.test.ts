import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../support/load/wait-until.ts';
import { nodeEnvironment, nodeFlags, outturn } from '../support/program.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'outturn-ended-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const isPostgresThere = () => existsSync(path.join(folder, 'postgres/postmaster.pid'));

/** Starts a command on the embedded PostgreSQL, and sends a signal when that has begun to run, and so much later. */
async function endEarly(args: string[], signal: NodeJS.Signals, later: number): Promise<number | null> {
  const env = { ...nodeEnvironment, ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT: '0' };
  const child = spawn(process.execPath, [...nodeFlags, outturn, ...args], { env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  await waitUntil('PostgreSQL has begun', isPostgresThere);
  await sleep(later);
  child.kill(signal);
  const [code] = await exit;
  return code;
}

// PostgreSQL outlives the process that starts it, and ran on with nobody to use it.
describe('a signal before it is ready leaves no PostgreSQL behind', { timeout: 120_000 }, () => {
  test.each([0, 100, 400, 800])('%i ms after a server has begun to start it', async (later) => {
    expect(await endEarly(['serve'], 'SIGTERM', later)).toBe(0);
    expect(isPostgresThere()).toBe(false);
  });

  test.each([0, 50])('%i ms after a command has', async (later) => {
    expect(await endEarly(['rollups', 'verify'], 'SIGINT', later)).toBe(130);
    expect(isPostgresThere()).toBe(false);
  });
});
