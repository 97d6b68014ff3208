import { randomUUID } from 'node:crypto';
import { migrate } from '@outturn/service';
import { inject, onTestFinished } from 'vitest';
import { createDatabase } from './create-database.ts';
import { withPostgres } from './load/private-postgres.ts';
import { on } from './on.ts';

/** `admin` is the URL of the database as its owner. */
export type Store = { url: string; admin: string; role: string };

/** A database whose schema `public` is closed, and a role that may sign in. Other statements follow. */
export async function createStore(statements: (role: string) => string[]): Promise<Store> {
  const role = `path_${randomUUID().replaceAll('-', '')}`;
  const { url: admin, remove } = await createDatabase(inject('databaseUrl'), role);
  await on(admin, `create role ${role} login password '${role}'`);
  onTestFinished(async () => {
    await remove();
    await on(inject('databaseUrl'), `drop role ${role}`);
  });
  for (const sql of [
    `grant ${role} to current_user`,
    'revoke all on schema public from public',
    ...statements(role),
  ])
    await on(admin, sql);
  const url = new URL(admin);
  url.username = role;
  url.password = role;
  return { url: url.href, admin, role };
}

/** A store with tables of `owner`, of which the role is no member. */
export async function createStoreOfAnotherOwner(): Promise<Store & { owner: string }> {
  const store = await createStore((name) => [
    `create role ${name}_owner`,
    `grant ${name}_owner to current_user`,
    `grant all on schema public to ${name}, ${name}_owner`,
  ]);
  const { admin } = store;
  const owner = `${store.role}_owner`;
  onTestFinished(async () => {
    await on(admin, `drop owned by ${owner} cascade`);
    await on(admin, `drop role ${owner}`);
  });
  await withPostgres(admin, migrate);
  const tables = await on<{ name: string }>(
    admin,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables) await on(admin, `alter table public.${name} owner to ${owner}`);
  return { ...store, owner };
}
