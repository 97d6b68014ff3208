import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { buildNextVersion, NEXT_NUMBER } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { createStore, record, require, revenueOf, TOO_OLD } from '../support/required-schema.ts';

const gateways = useGateways();

test('gateway and commands that know less refuse to start and name both numbers', async () => {
  const { url } = await createStore();
  await require(url, NEXT_NUMBER);
  await expect(gateways.start(url)).rejects.toThrow(TOO_OLD);
  for (const command of ['migrate', 'keys list', 'rollups verify'])
    expect(await runOutturn(url, ...command.split(' '))).toMatchObject({
      code: 1,
      errors: expect.stringContaining(TOO_OLD),
    });
});

test('connection that is opened after the number was raised runs no statement', async () => {
  const { url } = await createStore();
  const database = await connectDatabase({ url });
  onTestFinished(() => database.close());
  await require(url, NEXT_NUMBER);
  await on(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await waitUntil('its connections are gone', () => database.pool.totalCount === 0);
  for (const pool of [database.quick, database.rows])
    await expect(pool('test', 'select 1', [])).rejects.toMatchObject({ code: 'Server Error', retryAfter: 1 });
});

test('a name in the URL stays behind the number', async () => {
  const { url } = await createStore();
  const named = new URL(url);
  named.searchParams.set('application_name', 'billing');
  const next = await buildNextVersion();
  const gateway = await gateways.start(named.href, {}, { program: next });
  const names = `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ 'outturn' order by 1`;
  expect(await on(url, names)).toEqual([{ name: `outturn/${NEXT_NUMBER} billing` }]);
  await gateway.stop();
});

test('a start alone upgrades the embedded database', { timeout: 120_000 }, async () => {
  const next = await buildNextVersion({ hasFence: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-versions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATA_DIR: folder };
  const before = await gateways.start('', env);
  const token = /API key: (\S+)/.exec(before.output())?.[1] ?? '';
  expect((await record(before, token)).status).toBe(201);
  await before.stop();

  const after = await gateways.start('', env, { program: next });
  expect((await record(after, token)).status).toBe(201);
  expect(await revenueOf(after, token)).toEqual({ status: 200, revenue: '2' });
  await after.stop();
  await expect(gateways.start('', env)).rejects.toThrow(TOO_OLD);
});
