import type { ClientBase } from 'pg';
import type { Database } from '../database/database.ts';
import { tableNames } from '../database/table-names.ts';
import type { BackupTable } from './backup-header.ts';

export type FoundTable = Omit<BackupTable, 'rows'>;

/** All tables of the entities that the database has: those of later migrations are missing. */
export async function findTables(client: ClientBase, database: Database): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where c.oid = any(array(
       select to_regclass(format('%I.%I', $1::text, name)) from unnest($2::text[]) name)::oid[])
     group by relname order by relname`,
    [database.schemaName, tableNames(database)],
  );
  return rows;
}

/** Servers and roles may end long statements and transactions. */
export function unlimited(range: 'session' | 'transaction'): string {
  return `select set_config(name, '0', ${range === 'transaction'}) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
}
