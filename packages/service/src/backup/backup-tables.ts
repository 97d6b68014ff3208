import type { ClientBase } from 'pg';
import type { Database } from '../database/database.ts';
import { formerTables } from '../database/migrations/index.ts';
import { tableNames } from '../database/table-names.ts';
import type { BackupTable } from './backup-header.ts';

export type FoundTable = Omit<BackupTable, 'rows'>;

/**
 * The tables of the entities that this database has, with their columns: those of later migrations are missing, and one
 * that a later fence renames has its former name. Generated columns are left out, because `COPY` cannot write them.
 */
export async function findTables(client: ClientBase, database: Database): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where c.oid = any(array(
       select to_regclass(format('%I.%I', $1::text, name)) from unnest($2::text[]) name)::oid[])
     group by relname order by relname`,
    [database.schemaName, [...tableNames(database), ...formerTables]],
  );
  return rows;
}
