import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '@outturn/service';
import { Client } from 'pg';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { finishedNumber, schemaNumber } from '../../packages/service/src/database/migrations/index.ts';
import { createDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn, runProgram } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { buildNextVersion, NEXT_NUMBER, type NextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { createStore, ready, record, require, TOO_OLD } from '../support/required-schema.ts';

const gateways = useGateways();
let next: NextVersion;
/** Milliseconds. */
const SOON = bound(8_000, 1_000);
beforeAll(async () => {
  next = await buildNextVersion();
}, 120_000);

test('gateway and commands that know less refuse to start and name both numbers', async () => {
  const { url } = await createStore();
  await require(url, NEXT_NUMBER);
  await expect(gateways.start(url)).rejects.toThrow(TOO_OLD);
  for (const command of ['migrate', 'migrate --plan', 'keys list', 'rollups verify'])
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

test('second step waits for gateways of the version before, which record until then', async () => {
  const { url, token } = await createStore();
  const before = await gateways.start(url);
  const migrated = await runProgram(next.program, url, 'migrate');
  expect(migrated.output).toMatch(
    /^Ran 999-next-version\.\nA second step is left: run outturn migrate --finish /,
  );
  expect((await runOutturn(url, 'migrate')).output).toBe('The schema is up to date.\n');
  const after = await gateways.start(url, {}, { program: next.program });
  expect(after.output()).toContain('A second step is left: run outturn migrate --finish');
  for (const gateway of [before, after]) {
    expect((await record(gateway, token)).status).toBe(201);
    expect(await ready(gateway)).toBe(200);
  }
  const answers = async () => [
    await send(`${after.url}/trpc/reports.list?input={}`, { token }),
    await send(`${after.url}/trpc/reports.save`, { token, body: '{"name":"r","document":"{ __typename }"}' }),
  ];
  for (const { status, text } of await answers()) {
    expect(status).toBe(400);
    expect(text).toContain('Run outturn migrate --finish once all gateways are of this version.');
  }

  const finish = () => runProgram(next.program, url, 'migrate', '--finish');
  const refused = await finish();
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(/^Gateways of an older version are connected, so nothing was changed\./);
  expect(refused.errors).toContain(`outturn/${schemaNumber} listener (role `);
  expect(refused.errors).not.toContain(`outturn/${NEXT_NUMBER}`);
  expect(await ready(before)).toBe(200);

  await before.stop();
  expect(await finish()).toMatchObject({ code: 0, output: expect.stringContaining('are excluded from now') });
  await waitUntil('it knows', async () => (await answers()).every(({ status }) => status === 200), SOON);
  await expect(gateways.start(url)).rejects.toThrow(TOO_OLD);
  expect(await finish()).toMatchObject({
    code: 0,
    output: expect.stringContaining('No second step is left.'),
  });
});

test('second step settles what gateways of older versions left, also after an interruption', async () => {
  const { url, token } = await createStore();
  const gateway = await gateways.start(url);
  const post = (path: string, body: object) =>
    send(`${gateway.url}/v1/${path}`, { token, body: JSON.stringify(body) });
  await post('events', { type: 'note', sessionKey: 's', agentKey: 'a', occurredAt: '2026-01-01T00:00:00Z' });
  await post('customers', { key: 'c', name: 'Ada' });
  await gateway.stop();
  const leave = async (number: number) => {
    await on(url, 'update sessions set agent_id = null, agent_named_at = null, agent_named_by = null');
    await on(url, `update customers set name = 'Ada', deleted_at = now()`);
    await on(url, `update required_schema set number = ${number}, settled = 0`);
  };
  for (const number of [0, finishedNumber]) {
    await leave(number);
    expect((await runOutturn(url, 'migrate')).output).toContain('A second step is left');
    expect((await runOutturn(url, 'migrate', '--finish')).code).toBe(0);
    expect(await on(url, 'select key from agents where id = (select agent_id from sessions)')).toEqual([
      { key: 'a' },
    ]);
    expect(await on(url, 'select name from customers')).toEqual([{ name: null }]);
    expect(await on(url, 'select number, settled from required_schema')).toEqual([
      { number: finishedNumber, settled: finishedNumber },
    ]);
    expect((await runOutturn(url, 'migrate', '--finish')).output).toContain('No second step is left.');
  }
});

test.each(['outturn', 'billing', ''])('session named "%s" counts as older', async (name) => {
  const { url } = await createStore();
  const client = new Client({ connectionString: url, application_name: name });
  await client.connect();
  const refused = await runProgram(next.program, url, 'migrate', '--finish');
  await client.end();
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining(`${name || 'without a name'} (`),
  ]);
  expect(await runProgram(next.program, url, 'migrate', '--finish')).toMatchObject({ code: 0 });
});

test('second step says that a session such as a backup reads the number', async () => {
  const { url } = await createStore();
  const backup = new Client({ connectionString: url, application_name: `outturn/${NEXT_NUMBER}` });
  await backup.connect();
  await backup.query('begin; select number from required_schema');
  const refused = await runProgram(next.program, url, 'migrate', '--finish');
  await backup.end();
  expect([refused.code, refused.errors]).toEqual([
    1,
    'Another session, such as a backup, uses the table required_schema. Try again later.\n',
  ]);
});

test('new database needs no second step', async () => {
  const created = await createDatabase(inject('databaseUrl'), `versions_${randomUUID().replaceAll('-', '')}`);
  onTestFinished(created.remove);
  const { output } = await runProgram(next.program, created.url, 'migrate');
  expect(output).toMatch(/^Ran 001-.*999-next-version\.\n$/);
  expect(await on(created.url, 'select number from required_schema')).toEqual([{ number: NEXT_NUMBER }]);
});

test('a name in the URL stays behind the number', async () => {
  const { url } = await createStore();
  const named = new URL(url);
  named.searchParams.set('application_name', 'billing');
  const gateway = await gateways.start(named.href, {}, { program: next.program });
  const names = `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ 'outturn' order by 1`;
  expect(await on(url, names)).toEqual([{ name: `outturn/${NEXT_NUMBER} billing` }]);
  expect(await runProgram(next.program, named.href, 'migrate', '--finish')).toMatchObject({ code: 0 });
  await gateway.stop();
});

test('a start on the embedded database does both steps', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-versions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATA_DIR: folder };
  const before = await gateways.start('', env);
  const token = /API key: (\S+)/.exec(before.output())?.[1] ?? '';
  await before.stop();

  const after = await gateways.start('', env, { program: next.program });
  expect((await send(`${after.url}/trpc/reports.list?input={}`, { token })).status).toBe(200);
  await after.stop();
  await expect(gateways.start('', env)).rejects.toThrow(TOO_OLD);
});
