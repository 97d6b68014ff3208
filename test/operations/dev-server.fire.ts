import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { processesOf } from '../support/run/processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('npm run dev serves gateway and dashboard at one address, and ends both together', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { DATABASE_URL: _, ...env } = process.env;
  const dev = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void dev.kill('SIGKILL'));
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const statusOf = (place: string) =>
    fetch(url + place).then(
      ({ status }) => status,
      () => undefined,
    );

  await waitUntil('the gateway is ready', async () => (await statusOf('/readyz')) === 200);
  expect(await statusOf('/v1/revenues')).toBe(401);
  expect(await (await fetch(`${url}/`)).text()).toContain('/@vite/client');
  await waitUntil('the claim link is printed', () => output.includes(`${url}/claim?token=`));

  const exit = once(dev, 'exit');
  dev.kill('SIGTERM');
  await exit;
  await waitUntil('nothing of it runs', () => processesOf(dataDir).length === 0);
}, 120_000);
