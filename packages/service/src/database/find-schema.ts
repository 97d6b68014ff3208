import { escapeIdentifier, type Pool } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
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
  /** Tables of these names in the first schema of the search path. */
  taken: string[];
};

/** A table of the first migration whose name other programs hardly use. */
const TABLE = 'goal_types';

/** SQLSTATE of a table without these columns, and of one that the role may not read. */
const otherTable = ['42703', '42501'];

/**
 * The first schema of the search path that has the tables, or may get them. Throws if another program has tables there
 * that are named like those of `tables`, before anything is written.
 */
export async function findSchema(pool: Pool, tables: readonly string[]): Promise<string> {
  const { rows } = await pool.query<Found>(
    `select coalesce(nspname, current_schema()) as schema, current_setting('search_path') as path,
       quote_ident(current_user) as role, relowner::regrole::text as owner,
       has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert') as "mayWrite",
       to_regclass(quote_ident(nspname) || '.migrations') is not null as "hasMigrations",
       format('create schema if not exists %1$I; grant usage, create on schema %1$I to %1$I;', current_user)
         || case when current_setting('search_path') ~ '"$user"' then ''
            else format(' alter role %1$I set search_path = %1$I;', current_user) end as grants,
       array(select relname::text from pg_class where relnamespace = quote_ident(current_schema())::regnamespace
         and relname = any($1) and relkind in ('r', 'p', 'v', 'm', 'f') order by 1) as taken
     from (select to_regclass('${TABLE}') as id) found
       left join pg_class c on c.oid = id left join pg_namespace n on n.oid = relnamespace`,
    [['migrations', ...tables]],
  );
  const { schema, path, role, owner, mayWrite, hasMigrations, grants, taken } = rows[0] as Found;
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
  const others = taken.filter((name) => name !== 'migrations');
  const isOurs = others.length === 0 && (taken.length === 0 || (await hasOurMigrations(pool, schema)));
  if (owner === null && !isOurs)
    throw new Error(
      `The schema ${schema} has tables of another program, named like those of Outturn: ${taken.join(', ')}. Nothing was changed. Create a database for Outturn alone, and set DATABASE_URL to it.`,
    );
  return schema;
}

/** A first migration that failed leaves an empty table of migrations, and one that runs beside this call its name. */
async function hasOurMigrations(pool: Pool, schema: string): Promise<boolean> {
  const sql = `select name, executed_at from ${escapeIdentifier(schema)}.migrations order by id limit 1`;
  try {
    const { rows } = await pool.query<{ name: string }>(sql);
    return rows.every(({ name }) => name === migrations[0].name);
  } catch (error) {
    if (otherTable.includes(sqlStateOf(error))) return false;
    throw error;
  }
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
