import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { createDatabase } from './create-database.ts';
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
