import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const gateways = useGateways();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-killed-'));
  return () => rm(dataDir, { recursive: true, force: true });
});

// It came back by itself, and nobody could see that it had ever been away.
test('the log says that the embedded PostgreSQL was lost, and that it is back', async () => {
  const env = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATA_DIR: dataDir, REDIS_URL: '' };
  const gateway = await gateways.start('', env);
  const said = () => {
    const lines = gateway.output().split('\n');
    return lines.filter((line) => /^{.*PostgreSQL/.test(line)).map((line) => JSON.parse(line));
  };
  const created = { level: 30, msg: expect.stringMatching(/^creating a PostgreSQL database in /) };
  const listens = { level: 30, msg: expect.stringMatching(/^PostgreSQL listens on port \d+$/) };
  expect(said()).toMatchObject([created, listens]);

  const pid = Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await waitUntil('it is back', async () => /connected to PostgreSQL again/.test(gateway.output()));
  expect(said()).toMatchObject([
    created,
    listens,
    { level: 40, msg: 'lost the connection to PostgreSQL; attaching again, or restarting it' },
    listens,
    { level: 30, msg: 'connected to PostgreSQL again' },
  ]);
  await waitUntil('it is ready', async () => (await fetch(`${gateway.url}/readyz`)).status === 200);
  await gateway.stop();
  expect(gateway.child.exitCode).toBe(0);
  expect(said().slice(5)).toMatchObject([{ level: 30, msg: 'stopping PostgreSQL' }]);
});
