import type { Database } from '../database.ts';
import { sessionsOfOtherVersions, unfinishedOf } from '../finish-schema.ts';
import { migrationState } from '../pending-migrations.ts';
import { tableNames } from '../table-names.ts';

export type SchemaInspection = {
  schema: string;
  role: string;
  mayCreateTables: boolean;
  /** Owners of tables whose rights the role does not have. */
  otherOwners: readonly string[];
  pending: readonly string[];
  /** Migrations of newer versions. */
  unknown: readonly string[];
  needsFinish: boolean;
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
  const { number, data } =
    pending.length > 0 ? { number: false, data: false } : await unfinishedOf(database.fork());
  return {
    schema,
    role,
    mayCreateTables: mayCreate === 't',
    otherOwners: owners === '' ? [] : owners.split(','),
    pending: pending.map(({ name }) => name),
    unknown,
    needsFinish: number || data,
    otherVersions: await sessionsOfOtherVersions(database.fork()),
  };
}
