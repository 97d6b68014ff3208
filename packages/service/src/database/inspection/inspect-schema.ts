import { APPLICATION } from '../connection.ts';
import type { Database } from '../database.ts';
import { type Grant, grantsToOthers } from '../grants.ts';
import { schemaNumber } from '../migrations/index.ts';
import { migrationState } from '../pending-migrations.ts';
import { tableNames } from '../table-names.ts';

export type SchemaInspection = {
  schema: string;
  role: string;
  mayCreateTables: boolean;
  /** Roles that are given rights on tables, apart from their owners and this role's. */
  grants: readonly Grant[];
  /** Owners of tables whose rights the role does not have. */
  otherOwners: readonly string[];
  pending: readonly string[];
  /** Migrations of newer versions. */
  unknown: readonly string[];
  /** Sessions of gateways of other versions. */
  otherVersions: readonly string[];
};

/** Changes nothing. */
export async function inspectSchema(database: Database): Promise<SchemaInspection> {
  const { schemaName: schema } = database;
  const [row] = await database.rows(
    'schema_inspection',
    `select quote_ident(current_user), has_schema_privilege($1, 'create'),
       array_to_string(array(select distinct relowner::regrole::text from pg_class
         where relnamespace = quote_ident($1)::regnamespace and relname = any($2) and relkind in ('r', 'p')
           and not pg_has_role(relowner, 'usage') order by 1), ',')`,
    [schema, tableNames(database)],
  );
  const [role, mayCreate, owners] = row as [string, string, string];
  const { pending, unknown } = await migrationState(database);
  return {
    schema,
    role,
    mayCreateTables: mayCreate === 't',
    grants: await grantsToOthers(database),
    otherOwners: owners === '' ? [] : owners.split(','),
    pending: pending.map(({ name }) => name),
    unknown,
    otherVersions: await sessionsOfOtherVersions(database),
  };
}

/** Names and roles of sessions are visible to every role; types and addresses only to some. */
async function sessionsOfOtherVersions(database: Database): Promise<string[]> {
  const rows = await database.rows(
    'sessions_of_other_versions',
    `select format('%s (role %s%s): %s connections', application_name, usename, ' at ' || host(client_addr), count(*))
     from pg_stat_activity
     where datname = current_database() and application_name ~ '^${APPLICATION}/\\d'
       and application_name !~ '^${APPLICATION}/${schemaNumber}\\y'
       and coalesce(backend_type, 'client backend') = 'client backend'
     group by application_name, usename, client_addr order by 1`,
    [],
  );
  return rows.map(([session]) => session as string);
}
