import { on } from './on.ts';

/** Schemas with tables. */
export async function schemasIn(admin: string): Promise<string[]> {
  const rows = await on<{ name: string }>(
    admin,
    `select distinct nspname as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname !~ '^pg_|information_schema' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Places of the tables of a role that owns only its schema. */
export const places = {
  'of the name of its role': {
    create: (role: string) => [`create schema ${role} authorization ${role}`],
    schema: (role: string) => role,
  },
  'beside a public one that is open': {
    create: (role: string) => [
      'grant all on schema public to public',
      `create schema ${role} authorization ${role}`,
    ],
    schema: (role: string) => role,
  },
  'behind one that does not exist': {
    create: (role: string) => [
      `create schema app authorization ${role}`,
      `alter role ${role} set search_path = nowhere, app`,
    ],
    schema: () => 'app',
  },
  'whose name needs quotes': {
    create: (role: string) => [
      `create schema "My App" authorization ${role}`,
      `alter role ${role} set search_path = "My App"`,
    ],
    schema: () => 'My App',
  },
};
