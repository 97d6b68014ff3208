import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@outturn/service';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { runMigrations } from '../../packages/service/src/database/run-migrations.ts';
import { type CreatedDatabase, createDatabase, createMigratedDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn, runProgram } from '../support/load/run-outturn.ts';
import { buildNextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';

const gateways = useGateways();
/** Milliseconds. */
const SOON = bound(4_000, 1_000);

/** The name of an empty database, and of a role that may not create tables in it. */
const name = `grants_${randomUUID().replaceAll('-', '')}`;
let empty: CreatedDatabase;
let url: URL;
beforeAll(async () => {
  empty = await createDatabase(inject('databaseUrl'), name);
  await on(empty.url, `create role ${name} login password '${name}'`);
  await on(empty.url, 'revoke create on schema public from public');
  url = new URL(empty.url);
  url.username = name;
  url.password = name;
});
afterAll(async () => {
  await empty.remove();
  await on(inject('databaseUrl'), `drop role ${name}`);
});

test('migrate names the grants that a role lacks, and these are sufficient', async () => {
  const { code, errors } = await runOutturn(url.href, 'migrate');
  const [, grant] =
    /^Tables cannot .*: permission denied for schema public\. .*run: (.*;)\n$/.exec(errors) ?? [];
  expect([code, grant]).toEqual([1, `grant usage, create on schema public to ${name};`]);
  await on(empty.url, grant ?? '');

  // Any other command migrates, too, and names the database once.
  const first = await runOutturn(url.href, 'keys', 'list');
  expect(first).toMatchObject({ code: 0, output: 'There are no API keys.\n' });
  expect(first.errors).toMatch(`Migrated the database ${name} at ${url.host}: 001-`);
  expect((await runOutturn(url.href, 'keys', 'list')).errors).toBe('');
  expect(await runOutturn(url.href, 'migrate')).toMatchObject({ code: 0 });
});

/** A migrated database, and a session of another program that reads its sessions until it ends. */
async function createReadStore(): Promise<{ url: string; backup: Client }> {
  const copy = `migrate_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createMigratedDatabase(inject('databaseUrl'), copy, inject('template'));
  onTestFinished(remove);
  const backup = new Client({ connectionString: url });
  await backup.connect();
  // A test that failed removes its database.
  backup.on('error', () => undefined);
  await backup.query('begin; select count(*) from sessions');
  return { url, backup };
}

test('migration that waits for a backup holds up no record', { timeout: 120_000 }, async () => {
  const next = await buildNextVersion();
  const { url, backup } = await createReadStore();
  const { output } = await runOutturn(url, 'keys', 'create', '--developer', 'acme');
  const gateway = await gateways.start(url);
  const record = async (i: number) => {
    const body = JSON.stringify({ ...minimal, sessionKey: `s${i}` });
    const began = performance.now();
    const { status } = await send(`${gateway.url}/v1/revenues`, { token: output.trim(), body });
    return { status, milliseconds: performance.now() - began };
  };
  const migrated = runProgram(next.program, url, 'migrate');
  const until = performance.now() + 6_000;
  for (let i = 0; performance.now() < until; i++) {
    const { status, milliseconds } = await record(i);
    expect(status).toBe(201);
    expect(milliseconds).toBeLessThan(SOON);
    // Below the rate limit.
    await sleep(50);
  }
  expect(await on(url, `select from migrations where name = '999-next-version'`)).toEqual([]);
  await backup.end();
  expect(await migrated).toMatchObject({ code: 0, output: expect.stringContaining('Ran 999-next-version.') });
  expect((await record(0)).status).toBe(201);
});

test('migration that gets no lock says so, and can be run again', async () => {
  const { url, backup } = await createReadStore();
  const database = await connectDatabase({ url });
  onTestFinished(() => database.close());
  const owners = ['agent', 'customer'].flatMap((owner) => [`${owner}_named_at`, `${owner}_named_by`]);
  await backup.query('commit');
  await on(url, `alter table sessions ${owners.map((column) => `drop column ${column}`).join(', ')}`);
  await on(url, `delete from migrations where name = '017-session-owners'`);
  await backup.query('begin; select count(*) from sessions');
  await expect(runMigrations(database, 100)).rejects.toThrow(
    'Another session, such as a backup, uses a table that the migration 017-session-owners changes. Try again later.',
  );
  await backup.end();
  expect(await runMigrations(database)).toEqual(['017-session-owners']);
  expect(await runMigrations(database)).toEqual([]);
});

test('migration that fails is named', async () => {
  const { url, backup } = await createReadStore();
  await backup.end();
  await on(url, `delete from migrations where name = '019-forgotten-commits'`);
  expect(await runOutturn(url, 'migrate')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(
      /^The migration 019-forgotten-commits failed and changed nothing; .* Remove the cause, and run outturn migrate again: .*already exists/,
    ),
  });
});

test('name of the database may have quotes and spaces', async () => {
  const odd = `it's "${randomUUID()}"`;
  await on(inject('databaseUrl'), `create database ${escapeIdentifier(odd)}`);
  onTestFinished(() =>
    on(inject('databaseUrl'), `drop database ${escapeIdentifier(odd)} with (force)`).then(() => undefined),
  );
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${encodeURIComponent(odd)}`;
  expect(await runOutturn(url.href, 'migrate')).toMatchObject({ code: 0, errors: '' });
  expect(await on(url.href, 'select current_database() as name')).toEqual([{ name: odd }]);
});
