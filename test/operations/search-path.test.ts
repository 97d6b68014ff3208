import { beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { createStore, createStoreOfAnotherOwner } from '../support/limited-role.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runProgram } from '../support/load/run-outturn.ts';
import { buildNextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { outturn } from '../support/program.ts';
import { runInside } from '../support/run-inside.ts';
import { places, schemasIn } from '../support/schema-places.ts';

const gateways = useGateways();
let next: string;
beforeAll(async () => {
  next = await buildNextVersion();
}, 120_000);

test.each(Object.entries(places))('role that owns only a schema %s migrates', async (_, place) => {
  const { url, admin, role } = await createStore(place.create);
  expect(await runInside(url, 'migrate')).toMatchObject({ code: 0, errors: '' });
  const again = await runInside(url, 'migrate');
  expect(again).toMatchObject({ code: 0, output: 'The schema is up to date.\n' });
  expect(await runInside(url, 'keys', 'list')).toMatchObject({ code: 0, errors: '' });
  expect(await schemasIn(admin)).toEqual([place.schema(role)]);
});

test('gateway of such a role records before and after an upgrade', async () => {
  const { url, admin, role } = await createStore(places['of the name of its role'].create);
  const { output } = await runInside(url, 'keys', 'create', '--developer', 'acme');
  const token = output.trim();
  const body = JSON.stringify({ ...minimal, customerKey: 'c', sessionKey: 's' });
  for (const program of [outturn, next]) {
    const gateway = await gateways.start(url, {}, { program });
    expect((await send(`${gateway.url}/v1/revenues`, { token, body })).status).toBe(201);
    expect((await send(`${gateway.url}/readyz`)).status).toBe(200);
    await gateway.stop();
  }
  expect(await runProgram(next, url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  expect(await schemasIn(admin)).toEqual([role]);
  expect(await on(url, 'select count(*)::int from revenues')).toEqual([{ count: 2 }]);
});

test('tables in public stay in use when the role gets a schema of its own', async () => {
  const { url, admin, role } = await createStore((name) => [`grant all on schema public to ${name}`]);
  expect(await runInside(url, 'migrate')).toMatchObject({ code: 0 });
  await on(admin, `create schema ${role} authorization ${role}`);
  expect(await runProgram(next, url, 'migrate')).toMatchObject({
    code: 0,
    output: 'Ran 999-next-version.\n',
  });
  expect(await schemasIn(admin)).toEqual(['public']);
});

test('migrations of another program in public are left alone', async () => {
  const { url, admin, role } = await createStore((name) => [
    'create table migrations (version integer)',
    'grant usage on schema public to public',
    `create schema ${name} authorization ${name}`,
  ]);
  for (let start = 0; start < 2; start++)
    expect(await runInside(url, 'migrate')).toMatchObject({ code: 0, errors: '' });
  expect(await schemasIn(admin)).toEqual([role, 'public']);
  expect(await on(admin, 'select * from public.migrations')).toEqual([]);
});

const withoutRights: Record<string, (role: string) => string[]> = {
  'no schema': () => [],
  'a schema that it may not enter': (role) => [`create schema ${role}`],
  'a schema that it may not write': (role) => [
    `create schema ${role}`,
    `grant usage on schema ${role} to ${role}`,
  ],
  'an empty search path': (role) => [`alter role ${role} set search_path = ''`],
};

test.each(Object.entries(withoutRights))(
  'role with %s is told statements that suffice',
  async (_, create) => {
    const { url, admin } = await createStore(create);
    const { code, errors } = await runInside(url, 'migrate');
    const [, grants = ''] =
      /^.*DATABASE_URL: .*\. As the owner of the database, run: (.*;)\n$/.exec(errors) ?? [];
    expect({ code, errors, grants }).toEqual({ code: 1, errors, grants: expect.stringMatching(/\w/) });
    await on(admin, grants);
    for (let start = 0; start < 2; start++)
      expect(await runInside(url, 'migrate')).toMatchObject({ code: 0, errors: '' });
  },
);

test('schema with a dot in its name is refused', async () => {
  const { url } = await createStore((role) => [
    `create schema "my.app" authorization ${role}`,
    `alter role ${role} set search_path = "my.app"`,
  ]);
  expect((await runInside(url, 'migrate')).errors).toBe(
    'Cannot connect to DATABASE_URL: Outturn cannot use the schema my.app, because of the dot in its name.\n',
  );
});

test('role that may not write the tables is told whose they are, until it is a member of the owner', async () => {
  const { url, admin, role, owner } = await createStoreOfAnotherOwner();
  await on(admin, `grant select on all tables in schema public to ${role}`);
  const { code, errors } = await runInside(url, 'keys', 'list');
  expect([code, errors]).toEqual([
    1,
    `Cannot connect to DATABASE_URL: The tables in the schema public belong to ${owner}, and ${role} may not write them. Connect as ${owner}, or run as an administrator: grant ${owner} to ${role};\n`,
  ]);
  await on(admin, `grant ${owner} to ${role}`);
  expect(await runInside(url, 'keys', 'list')).toMatchObject({ code: 0, errors: '' });
});
