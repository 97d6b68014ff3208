import { escapeIdentifier, type Pool } from 'pg';
import { migrations } from './migrations/index.ts';

type Found = {
  /** Null if the role may use no schema of its search path. */
  schema: string | null;
  path: string;
  role: string;
  /** Null without tables. */
  owner: string | null;
  mayWrite: boolean | null;
  hasMigrations: boolean;
  grants: string;
};

/** A table of the first migration whose name other programs hardly use. */
const TABLE = 'goal_types';

/** The first schema of the search path that has the tables, or may get them. */
export async function findSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Found>(
    `select coalesce(nspname, current_schema()) as schema, current_setting('search_path') as path,
       quote_ident(current_user) as role, relowner::regrole::text as owner,
       has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert') as "mayWrite",
       to_regclass(quote_ident(nspname) || '.migrations') is not null as "hasMigrations",
       format('create schema if not exists %1$I; grant usage, create on schema %1$I to %1$I;', current_user)
         || case when current_setting('search_path') ~ '"$user"' then ''
            else format(' alter role %1$I set search_path = %1$I;', current_user) end as grants
     from (select to_regclass('${TABLE}') as id) found
       left join pg_class c on c.oid = id left join pg_namespace n on n.oid = relnamespace`,
  );
  const { schema, path, role, owner, mayWrite, hasMigrations, grants } = rows[0] as Found;
  if (schema === null)
    throw new Error(
      `The role ${role} may use no schema of its search path (${path}). As the owner of the database, run: ${grants}`,
    );
  if (mayWrite === false)
    throw new Error(
      `The tables in the schema ${schema} belong to ${owner}, and ${role} may not write them. Connect as ${owner}, or run as an administrator: grant ${owner} to ${role};`,
    );
  if (schema.includes('.'))
    throw new Error(`Outturn cannot use the schema ${schema}, because of the dot in its name.`);
  if (hasMigrations) await refuseUnreleased(pool, schema);
  return schema;
}

/** The migrations of every release begin with the same one. */
async function refuseUnreleased(pool: Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from ${escapeIdentifier(schema)}.migrations order by id limit 1`,
  );
  const [first] = rows;
  if (first && first.name !== migrations[0].name)
    throw new Error(
      'The database was made by an unreleased version of Outturn, and nothing of it can be upgraded. Rename or remove the folder DATA_DIR, or set DATABASE_URL to an empty database.',
    );
}
