import { migrate } from '@outturn/service';
import { expect, test } from 'vitest';
import { examine } from '../../support/doctor.ts';
import { createStore, createStoreOfAnotherOwner } from '../../support/limited-role.ts';
import { withPostgres } from '../../support/load/private-postgres.ts';
import { on } from '../../support/on.ts';

const inOwnSchema = (role: string) => [`create schema ${role} authorization ${role}`];

test('role that owns its schema is in order', async () => {
  const { url, role } = await createStore(inOwnSchema);
  await withPostgres(url, migrate);
  expect(await examine('role', { DATABASE_URL: url })).toEqual([
    `ok: ${role} owns the tables in the schema ${role}.`,
  ]);
});

test('superuser is a warning', async () => {
  // The roles of a run need not be superusers.
  const { url, role } = await createStore((name) => [
    ...inOwnSchema(name),
    `create view ${name}.pg_roles as select current_user as rolname, true as rolsuper`,
    `grant select on ${name}.pg_roles to ${name}`,
    `alter role ${name} set search_path = ${name}, pg_catalog`,
  ]);
  expect(await examine('role', { DATABASE_URL: url })).toEqual([
    expect.stringMatching(new RegExp(`^warning: ${role} is a superuser, .*"Rights of the role" in docs`)),
  ]);
});

test('role that may use no schema is an error with the statements that it lacks', async () => {
  const { url, admin } = await createStore(() => []);
  const [finding = ''] = await examine('database', { DATABASE_URL: url });
  const [, grants = ''] = /^error: .*As the owner of the database, run: (.*;)$/.exec(finding) ?? [];
  await on(admin, grants);
  expect(await examine('database', { DATABASE_URL: url })).toEqual([expect.stringMatching(/^ok/)]);
});

test('role that may create no tables is an error while migrations are pending, then a warning', async () => {
  const { url, admin, role } = await createStore((name) => [
    `grant usage, create on schema public to ${name}`,
  ]);
  const usesOnly = () => on(admin, `revoke create on schema public from ${role}`);
  await on(admin, `alter role ${role} set search_path = public`);
  await usesOnly();
  const finding = `: ${role} may create no tables in the schema public, so migrations fail. As its owner, run: grant create on schema public to ${role};`;
  expect(await examine('role', { DATABASE_URL: url })).toEqual([`error${finding}`]);
  await on(admin, `grant create on schema public to ${role}`);
  await withPostgres(url, migrate);
  await usesOnly();
  expect(await examine('role', { DATABASE_URL: url })).toEqual([`warning${finding}`]);
});

test('role that may write tables of another owner is a warning with the statement that helps', async () => {
  const { url, admin, role, owner } = await createStoreOfAnotherOwner();
  await on(admin, `grant all on all tables in schema public to ${role}`);
  expect(await examine('role', { DATABASE_URL: url })).toEqual([
    `warning: Tables belong to ${owner}, so ${role} can neither migrate nor analyze them. Connect as ${owner}, or run: grant ${owner} to ${role};`,
  ]);
  await on(admin, `grant ${owner} to ${role}`);
  expect(await examine('role', { DATABASE_URL: url })).toEqual([expect.stringMatching(/^ok/)]);
});
