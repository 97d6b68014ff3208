import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from './database.ts';
import { qualifiedName, tableNames } from './table-names.ts';

export type Grant = {
  /** As in SQL: `anon`, or `public` for every role. */
  role: string;
  /** Such as `INSERT, SELECT`. */
  rights: string;
  tables: number;
};

/** The rights of other roles on the tables. Superusers, and roles whose rights this one has, are left out. */
export async function grantsToOthers(database: Database): Promise<Grant[]> {
  const rows = await database.rows(
    'grants_to_others',
    `select case grantee when 0 then 'public' else grantee::regrole::text end,
       string_agg(distinct privilege_type, ', ' order by privilege_type), count(distinct c.oid)::float8
     from pg_class c, aclexplode(relacl) left join pg_catalog.pg_roles r on r.oid = grantee
     where relnamespace = quote_ident($1)::regnamespace and relname = any($2) and grantee <> relowner
       and not coalesce(rolsuper or pg_has_role(grantee, 'usage'), false)
     group by grantee order by 1`,
    [database.schemaName, ['migrations', ...tableNames(database)]],
  );
  return rows.map(([role, rights, tables]) => ({ role, rights, tables: Number(tables) }) as Grant);
}

export async function tablesIn({ schemaName }: Database, em: EntityManager): Promise<Set<number>> {
  const rows = await em.execute<{ oid: number }[]>(
    'select oid from pg_class where relnamespace = quote_ident(?)::regnamespace',
    [schemaName],
  );
  return new Set(rows.map(({ oid }) => oid));
}

/**
 * Takes from other roles what default privileges have just given them on new tables: hosted databases give some roles all
 * rights on every table that is made.
 */
export async function revokeInherited(
  database: Database,
  em: EntityManager,
  before: ReadonlySet<number>,
): Promise<void> {
  const grants = await em.execute<{ oid: number; name: string; role: string }[]>(
    `select distinct c.oid, relname as name, case grantee when 0 then 'public' else grantee::regrole::text end as role
     from pg_class c, aclexplode(relacl)
     where relnamespace = quote_ident(?)::regnamespace and relkind in ('r', 'p') and grantee <> relowner`,
    [database.schemaName],
  );
  for (const { oid, name, role } of grants)
    if (!before.has(oid)) await em.execute(`revoke all on ${qualifiedName(database, name)} from ${role}`);
}
