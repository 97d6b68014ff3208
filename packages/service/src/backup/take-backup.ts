import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { databaseTime } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import { migrations, numberOf } from '../database/migrations/index.ts';
import { qualifiedName } from '../database/table-names.ts';
import { withMigrationLock } from '../migrate.ts';
import { type BackupHeader, type BackupTable, FORMAT } from './backup-header.ts';
import { type FoundTable, findTables, unlimited } from './backup-tables.ts';
import { countLines } from './line-reader.ts';

export type Backup = {
  header: BackupHeader;
  /** The text of docs/operations.md#the-file, in constant memory. Reports the rows so far. */
  content(onRows: (rows: number) => void): AsyncGenerator<Buffer>;
};

/** Reads all tables in one snapshot, while gateways work. */
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
    // Also ends a statement whose rows are not wanted any more.
    await session.end();
  }
}

/** The locks keep later migrations from rewriting tables, which empties them for older snapshots. */
async function openSnapshot(
  session: Client,
  database: Database,
): Promise<{ schema: number; found: FoundTable[]; takenAt: string }> {
  await session.query(unlimited('session'));
  // Fails where a policy would hide rows.
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
  // The first query takes the snapshot.
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
