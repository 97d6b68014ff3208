import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CreatedDatabase, createDatabase } from '../support/create-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { on } from '../support/on.ts';

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
