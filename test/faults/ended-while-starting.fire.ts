import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { postmasterOf } from '../support/postmaster.ts';
import { nodeEnvironment, nodeFlags, outturn } from '../support/program.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'outturn-ended-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const isPostgresThere = async () => (await postmasterOf(folder)) !== undefined;

/** Starts a command on the embedded PostgreSQL. */
function start(args: string[], { dataDir = folder, port = 0 } = {}): ChildProcess {
  const env = { ...nodeEnvironment, ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port) };
  return spawn(process.execPath, [...nodeFlags, outturn, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Sends a signal so many milliseconds after PostgreSQL has begun to run. */
async function endEarly(args: string[], signal: NodeJS.Signals, later: number): Promise<number | null> {
  const child = start(args);
  const exit = once(child, 'exit');
  await waitUntil('PostgreSQL has begun', isPostgresThere);
  await sleep(later);
  child.kill(signal);
  const [code] = await exit;
  return code;
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  return () => output;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

// PostgreSQL outlives the process that starts it.
describe('a signal during the start leaves no PostgreSQL running', { timeout: 120_000 }, () => {
  test.each([0, 100, 400, 800])('%i ms after a server has begun to start it', async (later) => {
    expect(await endEarly(['serve'], 'SIGTERM', later)).toBe(0);
    expect(await isPostgresThere()).toBe(false);
  });

  // The first key is made then, and shown once.
  test('as soon as a server listens for the first time', async () => {
    const dataDir = path.join(folder, 'first');
    const port = await freePort();
    const first = start(['serve'], { dataDir, port });
    const shownFirst = outputOf(first);
    const firstEnd = once(first, 'close');
    await waitUntil('it listens', () => isListening(port));
    first.kill('SIGTERM');
    expect(await firstEnd).toEqual([0, null]);
    expect(await postmasterOf(dataDir)).toBe(undefined);

    const next = start(['serve'], { dataDir });
    const shownNext = outputOf(next);
    const nextEnd = once(next, 'close');
    await waitUntil('it is ready', () => shownNext().includes('Outturn is ready'));
    next.kill('SIGTERM');
    expect(await nextEnd).toEqual([0, null]);
    expect(`${shownFirst()}${shownNext()}`.match(/API key: /g)).toHaveLength(1);
  });

  test.each([0, 50])('%i ms after a command has begun to start it', async (later) => {
    expect(await endEarly(['rollups', 'verify'], 'SIGINT', later)).toBe(130);
    expect(await isPostgresThere()).toBe(false);
  });
});
