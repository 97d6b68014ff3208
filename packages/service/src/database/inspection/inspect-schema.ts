import type { Database } from '../database.ts';
import { sessionsOfOtherVersions, unfinishedOf } from '../finish-schema.ts';
import { migrations } from '../migrations/index.ts';

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

/** Creates no table, unlike the look-ups of the migrator. */
export async function inspectSchema(database: Database): Promise<SchemaInspection> {
  const schema = database.orm.config.get('migrations').schema as string;
  const tables = [...database.orm.getMetadata().getAll().values()].map(({ tableName }) => tableName);
  const [row] = await database.rows(
    'schema_inspection',
    `select quote_ident(current_user), has_schema_privilege($1, 'create'), to_regclass(format('%I.migrations', $1)),
       array_to_string(array(select distinct relowner::regrole::text from pg_class
         where relnamespace = quote_ident($1)::regnamespace and relname = any($2) and relkind in ('r', 'p')
           and not pg_has_role(relowner, 'usage') order by 1), ',')`,
    [schema, tables],
  );
  const [role, mayCreate, hasMigrations, owners] = row as [string, string, string | null, string];
  const executed = hasMigrations === null ? [] : await database.orm.migrator.getExecuted();
  const known: readonly string[] = migrations.map(({ name }) => name);
  const ran = executed.map(({ name }) => name);
  const pending = known.filter((name) => !ran.includes(name));
  const { number, data } =
    pending.length > 0 ? { number: false, data: false } : await unfinishedOf(database.fork());
  return {
    schema,
    role,
    mayCreateTables: mayCreate === 't',
    otherOwners: owners === '' ? [] : owners.split(','),
    pending,
    unknown: ran.filter((name) => !known.includes(name)),
    needsFinish: number || data,
    otherVersions: await sessionsOfOtherVersions(database.fork()),
  };
}
