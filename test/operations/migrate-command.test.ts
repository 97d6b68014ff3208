import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '@outturn/service';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { runMigrations } from '../../packages/service/src/database/run-migrations.ts';
import { writeBackup } from '../support/backup-file.ts';
import { type CreatedDatabase, createDatabase, createMigratedDatabase } from '../support/create-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { on } from '../support/on.ts';
import { runInside } from '../support/run-inside.ts';

const gateways = useGateways();
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
  const { code, errors } = await runInside(url.href, 'migrate');
  const [, grant] =
    /^Tables cannot .*: permission denied for schema public\. .*run: (.*;)\n$/.exec(errors) ?? [];
  expect([code, grant]).toEqual([1, `grant usage, create on schema public to ${name};`]);
  await on(empty.url, grant ?? '');

  // Any other command migrates, too, and names the database once.
  const first = await runInside(url.href, 'keys', 'list');
  expect(first).toMatchObject({ code: 0, output: 'There are no API keys.\n' });
  expect(first.errors).toMatch(`Migrated the database ${name} at ${url.host}: 001-`);
  expect((await runInside(url.href, 'keys', 'list')).errors).toBe('');
  expect(await runInside(url.href, 'migrate')).toMatchObject({ code: 0 });
});

async function createEmpty(): Promise<string> {
  const created = await createDatabase(inject('databaseUrl'), `migrate_${randomUUID().replaceAll('-', '')}`);
  onTestFinished(created.remove);
  return created.url;
}

test('migration that gets no lock says so, and can be run again', async () => {
  const url = await createEmpty();
  const database = await connectDatabase({ url });
  onTestFinished(() => database.close());
  const other = new Client({ connectionString: url });
  await other.connect();
  // The migration waits to see whether this table will exist.
  await other.query('begin; create table agents (id integer)');
  await expect(runMigrations(database, 100)).rejects.toThrow(
    'Another session, such as a backup, uses a table that the migration 001-first-release changes. Try again later.',
  );
  await other.end();
  expect(await runMigrations(database)).toEqual(['001-first-release']);
  expect(await runMigrations(database)).toEqual([]);
});

test('migration that fails is named', async () => {
  const url = await createEmpty();
  await on(url, 'create table other (id integer); create index api_keys_developer_index on other (id)');
  expect(await runInside(url, 'migrate')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(
      /^The migration 001-first-release failed and changed nothing; .* Remove the cause, and run outturn migrate again: .*already exists/,
    ),
  });
  expect(await on(url, `select relname from pg_class where relname = 'customers'`)).toEqual([]);
});

test('database of an unreleased version is refused with what to do, and nothing in it is changed', async () => {
  const { url, remove } = await createMigratedDatabase(
    inject('databaseUrl'),
    `unreleased_${randomUUID().replaceAll('-', '')}`,
    inject('template'),
  );
  onTestFinished(remove);
  await on(
    url,
    `update migrations set name = '001-initial-schema';
     insert into migrations (name) values ('021-numberless-gateways');
     update required_schema set number = 18`,
  );
  const reason =
    'The database was made by an unreleased version of Outturn, and nothing of it can be upgraded. Rename or remove the folder DATA_DIR, or set DATABASE_URL to an empty database.';
  await expect(gateways.start(url)).rejects.toThrow(reason);
  const file = path.join(tmpdir(), randomUUID());
  await writeBackup(file, {
    schema: 1,
    format: 2,
    version: '1.0.0',
    takenAt: new Date().toISOString(),
    tables: [],
  });
  onTestFinished(() => rm(file));
  for (const command of [
    'migrate',
    'keys list',
    'rollups verify',
    `restore --keep-keys ${file}`,
    `backup ${file}-2`,
  ])
    expect(await runInside(url, ...command.split(' '))).toMatchObject({
      code: 1,
      errors: expect.stringContaining(reason),
    });
  const { code, output } = await runInside(url, 'doctor');
  expect([code, output]).toEqual([1, expect.stringMatching(/^error +database .*unreleased version/m)]);
  expect(await on(url, 'select name from migrations order by id')).toEqual([
    { name: '001-initial-schema' },
    { name: '021-numberless-gateways' },
  ]);
});

test.each([
  ['users', 'create table users (id integer)'],
  ['users', 'create view users as select 1 as id'],
  ['migrations', 'create table migrations (id integer, migration text)'],
  [
    'migrations',
    `create table migrations (id serial, name text, executed_at timestamptz);
     insert into migrations (name) values ('Migration20260101000000')`,
  ],
])('database in which another program has %s is refused before anything is written', async (name, sql) => {
  const url = await createEmpty();
  await on(url, sql);
  const relations = () => on(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`);
  const before = await relations();
  const reason = `The schema public has tables of another program, named like those of Outturn: ${name}. Nothing was changed. Create a database for Outturn alone`;
  for (const command of ['migrate', 'keys list'])
    expect(await runInside(url, ...command.split(' '))).toMatchObject({
      code: 1,
      errors: expect.stringContaining(reason),
    });
  expect((await runInside(url, 'doctor')).output).toContain(reason);
  expect(await relations()).toEqual(before);
});

test('tables get none of the rights that the database gives other roles by default', async () => {
  const url = await createEmpty();
  await on(
    url,
    `alter default privileges in schema public grant all on tables to public;
     alter default privileges in schema public grant select on tables to ${name}`,
  );
  expect(await runInside(url, 'migrate')).toMatchObject({ code: 0, errors: '' });
  expect(
    await on(
      url,
      `select relname from pg_class, aclexplode(relacl)
      where relnamespace = 'public'::regnamespace and grantee <> relowner`,
    ),
  ).toEqual([]);

  // Rights that somebody gave are named, and stay.
  await on(url, `grant select, insert on revenues, agents to public; grant select on goals to ${name}`);
  const { code, errors } = await runInside(url, 'migrate');
  expect([code, errors]).toEqual([
    0,
    `The role ${name} has rights on 1 of the tables (SELECT). Unless that is meant, run: revoke all on all tables in schema public from ${name};
The role public has rights on 2 of the tables (INSERT, SELECT). Unless that is meant, run: revoke all on all tables in schema public from public;
`,
  ]);
  const { output } = await runInside(url, 'doctor');
  expect(output).toMatch(/^warning +role +The role public has rights on 2 of the tables/m);
  for (const [statement] of errors.matchAll(/revoke .*;/g)) await on(url, statement);
  expect(await runInside(url, 'migrate')).toMatchObject({ code: 0, errors: '' });
});

test('name of the database may have quotes and spaces', async () => {
  const odd = `it's "${randomUUID()}"`;
  await on(inject('databaseUrl'), `create database ${escapeIdentifier(odd)}`);
  onTestFinished(() =>
    on(inject('databaseUrl'), `drop database ${escapeIdentifier(odd)} with (force)`).then(() => undefined),
  );
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${encodeURIComponent(odd)}`;
  expect(await runInside(url.href, 'migrate')).toMatchObject({ code: 0, errors: '' });
  expect(await on(url.href, 'select current_database() as name')).toEqual([{ name: odd }]);
});
