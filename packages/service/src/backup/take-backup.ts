import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { databaseTime } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import { migrations, numberOf } from '../database/migrations/index.ts';
import { qualifiedName } from '../database/table-names.ts';
import { unlimited } from '../database/unlimited.ts';
import { withMigrationLock } from '../migrate.ts';
import { type BackupHeader, type BackupTable, FORMAT } from './backup-header.ts';
import { type FoundTable, findTables } from './backup-tables.ts';
import { countLines } from './line-reader.ts';

/** An open backup, as `withBackup` hands it to its caller. */
export type Backup = {
  header: BackupHeader;
  /**
   * The text of the file (docs/backup.md#the-file), chunk by chunk, in constant memory. `onRows` gets the number
   * of rows so far.
   */
  content(onRows: (rows: number) => void): AsyncGenerator<Buffer>;
};

/**
 * Reads all tables as they are at one moment, while gateways go on recording, and lets `work` write them somewhere.
 *
 * The rows are copied with `COPY`, because the embedded PostgreSQL brings no `pg_dump`; the backup has no definitions
 * of tables, since the migrations of a later version can make them (decision 020). Everything runs on one connection
 * in one transaction, whose snapshot is that moment. The rows are counted first, in the same snapshot, so that the
 * first line can say how many follow and both sides can compare.
 *
 * Throws with Citus, whose nodes have no common snapshot.
 */
export async function withBackup<T>(
  database: Database,
  version: string,
  work: (backup: Backup) => Promise<T>,
): Promise<T> {
  if (!database.distribution.sharesSnapshots)
    throw new Error(
      'Citus has no snapshot of all nodes, so this backup would not be consistent. docs/scaling.md#limits says how to back up a cluster.',
    );
  const session = await database.openSession();
  try {
    const { schema, found, takenAt } = await withMigrationLock(database, () =>
      openSnapshot(session, database),
    );
    const tables = await countRows(session, { database, found });
    const header = { schema, format: FORMAT, version, takenAt, tables };
    return await work({ header, content: (onRows) => readTables(session, { database, header, onRows }) });
  } finally {
    // Ends a statement, too, whose rows are not wanted any more because `work` has failed.
    await session.end();
  }
}

/**
 * Begins the transaction. The order matters: first all tables are locked against changes of their definition, then
 * the first query takes the snapshot. A migration that rewrites a table after the snapshot would leave it empty for
 * this transaction; the locks keep such a migration waiting, and the lock of migrations keeps one from running at
 * this moment.
 */
async function openSnapshot(
  session: Client,
  database: Database,
): Promise<{ schema: number; found: FoundTable[]; takenAt: string }> {
  await session.query(unlimited('session'));
  // A table with a policy would otherwise show some of its rows, and the backup would lack the others without an
  // error. With this setting the query fails.
  await session.query('set row_security = off');
  const found = await findTables(session, database);
  if (found.length === 0)
    throw new Error(
      `The schema ${database.schemaName} has no tables of Outturn. Check DATABASE_URL or DATA_DIR.`,
    );
  const names = found.map(({ name }) => qualifiedName(database, name));
  await session.query('begin isolation level repeatable read, read only');
  await session.query(`lock table ${names.join(', ')} in access share mode`);
  const takenAt = new Date(databaseTime()).toISOString();
  // `begin` and `lock table` take no snapshot; this query does.
  return { schema: await readSchemaNumber(session, database), found, takenAt };
}

async function countRows(
  session: Client,
  { database, found }: { database: Database; found: readonly FoundTable[] },
): Promise<BackupTable[]> {
  const tables: BackupTable[] = [];
  for (const table of found) {
    const count = `select count(*)::float8 as rows from ${qualifiedName(database, table.name)}`;
    const { rows } = await session.query<{ rows: number }>(count);
    tables.push({ ...table, rows: rows[0]?.rows ?? 0 });
  }
  return tables;
}

/**
 * The number of the last migration that has run. Throws for a database of a newer version, which may have tables that
 * this one does not know.
 */
async function readSchemaNumber(session: Client, database: Database): Promise<number> {
  const { rows } = await session.query<{ name: string }>(
    `select name from ${qualifiedName(database, 'migrations')} order by id`,
  );
  const unknown = rows.find(({ name }, index) => migrations[index]?.name !== name);
  if (unknown)
    throw new Error(
      `The database has the migration ${unknown.name}, which this version of Outturn does not know. Back up with a newer version.`,
    );
  const last = migrations[rows.length - 1];
  if (!last)
    throw new Error(
      `The schema ${database.schemaName} has tables but no migrations. Restore another backup.`,
    );
  return numberOf(last.name);
}

type Reading = { database: Database; header: BackupHeader; onRows: (rows: number) => void };

async function* readTables(session: Client, { database, header, onRows }: Reading): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  let total = 0;
  for (const { name, columns, rows } of header.tables) {
    const from = `${qualifiedName(database, name)} (${columns.map(escapeIdentifier).join(', ')})`;
    const end = total + rows;
    for await (const chunk of session.query(copyTo(`copy ${from} to stdout`))) {
      total += countLines(chunk);
      onRows(total);
      yield chunk;
    }
    if (total !== end) throw new Error(`The table ${name} has ${rows} rows, and others were read.`);
  }
}
