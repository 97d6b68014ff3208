import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createMigratedDatabase } from '../../support/create-database.ts';
import { examine } from '../../support/doctor.ts';
import { usePrivateDatabase } from '../../support/drivers/private-database.ts';
import { createStore } from '../../support/limited-role.ts';
import { on } from '../../support/on.ts';
import { usePgBouncer } from '../../support/pooler/pgbouncer.ts';
import { useTcpProxies } from '../../support/tcp/tcp-proxy.ts';

const store = usePrivateDatabase();
const proxyTo = useTcpProxies();

/** A migrated database of one test. */
async function createOwn(): Promise<string> {
  const name = `doctor_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createMigratedDatabase(inject('databaseUrl'), name, inject('template'));
  onTestFinished(remove);
  return url;
}

const inOwnSchema = (role: string) => [`create schema ${role} authorization ${role}`];

test('database that is in order is described', async () => {
  expect(await examine('database', { DATABASE_URL: store.url })).toEqual([
    expect.stringMatching(/^ok: PostgreSQL 1\d\.\d+.* \(DATABASE_URL\) answers in \d+\.\d ms: UTF8\.$/),
  ]);
});

test('database that refuses connections, does not exist or does not answer is an error', async () => {
  const silent = await proxyTo(store.url);
  silent.set('silent');
  const missing = new URL(store.url);
  missing.pathname = '/nothing_here';
  const found = async (url: string) => (await examine('database', { DATABASE_URL: url })).join();
  expect(
    await Promise.all(['postgres://a:open-sesame@127.0.0.1:1/x', missing.href, silent.url].map(found)),
  ).toEqual([
    'error: Cannot connect to DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1. Start PostgreSQL there, or correct DATABASE_URL.',
    'error: Cannot connect to DATABASE_URL: database "nothing_here" does not exist. Start PostgreSQL there, or correct DATABASE_URL.',
    expect.stringMatching(/^error: Cannot connect to DATABASE_URL: .*timeout/),
  ]);
});

test('lock of another session that holds up a check is an error with the way to find it', async () => {
  const DATABASE_URL = await createOwn();
  const other = new Client({ connectionString: DATABASE_URL });
  // The database is removed with its sessions.
  other.on('error', () => undefined);
  await other.connect();
  await other.query('begin; lock table migrations in access exclusive mode');
  const [finding, ...more] = await examine('database', { DATABASE_URL });
  expect([finding, more]).toEqual([
    expect.stringMatching(/^error: .*Connection terminated .* Find it with: /),
    [],
  ]);
  const [, sql = ''] = /Find it with: (.*;)/.exec(finding ?? '') ?? [];
  const found = await on<{ query: string }>(DATABASE_URL, sql);
  expect(found.map(({ query }) => query)).toContain('begin; lock table migrations in access exclusive mode');
  await other.end();
});

test('checks that need the database are left out without it', async () => {
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' };
  for (const check of ['role', 'schema', 'gateways', 'pooler', 'connections', 'autovacuum', 'clock'])
    expect(await examine(check, settings), check).toEqual([]);
});

test('database of another encoding is an error', async () => {
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  await on(store.url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  onTestFinished(() => on(store.url, `drop database ${name} with (force)`).then(() => undefined));
  const url = new URL(store.url);
  url.pathname = `/${name}`;
  expect(await examine('database', { DATABASE_URL: url.href })).toEqual([
    expect.stringMatching(/^error: The database has the encoding LATIN1, .* encoding 'UTF8'/),
  ]);
});

test('read-only database is an error', async () => {
  const url = await createOwn();
  await on(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  expect((await examine('database', { DATABASE_URL: url }))[0]).toBe(
    'error: PostgreSQL is read-only. Set DATABASE_URL to the primary, or make it writable.',
  );
});

// Servers of the run cannot be of another version or on another machine, so functions of the role's path say so.
test.each([
  [
    'version that is not supported',
    (s: string) => [
      `create function ${s}.current_setting(text) returns text language sql as $$ select case $1
         when 'server_version' then '13.9' when 'server_version_num' then '130009' else pg_catalog.current_setting($1) end $$`,
    ],
    'error: PostgreSQL is 13.9. Use one of the versions 14 to 18.',
  ],
  [
    'connection of another machine without TLS',
    (s: string) => [
      `create function ${s}.inet_client_addr() returns inet language sql as $$ select inet '192.0.2.1' $$`,
    ],
    expect.stringMatching(
      /^warning: The connection to PostgreSQL leaves this machine without TLS\. .*sslmode/,
    ),
  ],
  [
    'changed collation',
    (s: string) => [
      `create function ${s}.pg_database_collation_actual_version(oid) returns text language sql as $$ select '0' $$`,
      `create view ${s}.pg_database as select oid, datname, '1' as datcollversion from pg_catalog.pg_database`,
    ],
    expect.stringMatching(/^warning: The library that sorts text has changed .* run: reindex database/),
  ],
])('%s is found', async (_, create, finding) => {
  const { url } = await createStore((role) => [
    ...inOwnSchema(role),
    ...create(role),
    `grant select on all tables in schema ${role} to ${role}`,
    `alter role ${role} set search_path = ${role}, pg_catalog`,
  ]);
  expect(await examine('database', { DATABASE_URL: url })).toEqual([finding]);
});

test('schema that newer gateways own is an error, and its migrations are a warning before that', async () => {
  const url = await createOwn();
  await on(url, `insert into migrations (name) values ('999-next-version')`);
  expect(await examine('schema', { DATABASE_URL: url })).toEqual([
    'warning: A newer version has migrated the database (999-next-version). Start gateways and commands of that version.',
  ]);
  await on(url, 'update required_schema set number = 999');
  expect(await examine('database', { DATABASE_URL: url })).toEqual([
    expect.stringMatching(
      /^error: Cannot connect to DATABASE_URL: The database requires schema number 999, .* Start a newer version\.$/,
    ),
  ]);
});

test('pending migrations are a warning, and looking at them changes nothing', async () => {
  const url = await createOwn();
  expect(await examine('schema', { DATABASE_URL: url })).toEqual(['ok: All migrations have run.']);
  const { url: empty } = await createStore(inOwnSchema);
  expect(await examine('schema', { DATABASE_URL: empty })).toEqual([
    'warning: Migrations are pending (001-first-release). Run outturn migrate, or start a gateway, which runs them.',
  ]);
  expect(await on(empty, `select from pg_class where relnamespace = current_schema()::regnamespace`)).toEqual(
    [],
  );
});

test('connected gateway of another version is a warning', async () => {
  const url = await createOwn();
  const older = new Client({ connectionString: url, application_name: 'outturn/15 listener' });
  await older.connect();
  const found = await examine('gateways', { DATABASE_URL: url });
  await older.end();
  expect(found).toEqual([
    expect.stringMatching(
      /^warning: A gateway of another version is connected: outturn\/15 listener \(role .*\): 1 connections\. Bring/,
    ),
  ]);
  expect(await examine('gateways', { DATABASE_URL: url })).toEqual([
    'ok: No gateway of another version is connected.',
  ]);
});

describe('behind a transaction pooler', { tags: 'PgBouncer' }, () => {
  const pooler = usePgBouncer();

  test('missing DATABASE_DIRECT_URL is an error', async () => {
    const pooled = pooler.through(store.url);
    expect(await examine('pooler', { DATABASE_URL: pooled })).toEqual([
      expect.stringMatching(/^error: DATABASE_URL leads through a pooler that .* Set DATABASE_DIRECT_URL/),
    ]);
    const settings = {
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: store.url,
      DATABASE_PREPARED_STATEMENTS: 'off',
    };
    expect(await examine('pooler', settings)).toEqual([expect.stringMatching(/^ok: .*DATABASE_DIRECT_URL/)]);
  });
});
