import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { APPLICATION } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { migrations, numberOf } from '../database/migrations/index.ts';
import { qualifiedName } from '../database/table-names.ts';
import { withTransactionClient } from '../database/with-transaction-client.ts';
import { ForgottenCommitsEntity } from '../live/forgotten-commits.entity.ts';
import { explainGrant, withMigrationLock } from '../migrate.ts';
import type { BackupTable } from './backup-header.ts';
import type { BackupReader } from './backup-reader.ts';
import { type FoundTable, findTables, unlimited } from './backup-tables.ts';
import { forgetPositions } from './forget-positions.ts';
import { withoutIndexes } from './without-indexes.ts';

/**
 * Loads a backup into an empty database in one transaction: all or nothing. Call `migrate` after it. Gateways that
 * start meanwhile wait for the lock.
 */
export async function restoreBackup(
  database: Database,
  backup: BackupReader,
  onRows: (rows: number) => void,
): Promise<void> {
  if (!database.distribution.sharesSnapshots)
    throw new Error(
      'Restore into a database without Citus. docs/scaling.md says how to distribute it afterwards.',
    );
  await refuseGateways(database);
  await withMigrationLock(database, async () => {
    await refuseContent(database);
    await withTransactionClient(database, async (em, client) => {
      await client.query(unlimited('transaction'));
      const last = migrations.find(({ name }) => numberOf(name) === backup.header.schema);
      const transaction = em.getTransactionContext();
      await database.orm.migrator.up({ to: last?.name ?? '', transaction }).catch(explainGrant(database));
      await loadTables(client, { database, backup, onRows });
    });
  });
}

type Loading = { database: Database; backup: BackupReader; onRows: (rows: number) => void };

async function loadTables(client: PoolClient, { database, backup, onRows }: Loading): Promise<void> {
  const { tables } = backup.header;
  await refuseOtherTables(client, { database, tables });
  const names = tables.map(({ name }) => qualifiedName(database, name)).join(', ');
  // Migrations write rows, too.
  await client.query(`truncate ${names}`);
  for (const { name, columns, rows } of tables) {
    const table = qualifiedName(database, name);
    const into = `${table} (${columns.map(escapeIdentifier).join(', ')})`;
    await withoutIndexes(client, table, async () => {
      // No transaction can see the rows before the commit, so they can be frozen at once.
      const copy = client.query(copyFrom(`copy ${into} from stdin with (freeze)`));
      await pipeline(backup.rows(rows, onRows), copy);
      if (copy.rowCount !== rows)
        throw new Error(
          `The table ${name} of the backup has ${rows} rows, and ${copy.rowCount} were restored.`,
        );
    });
  }
  await backup.end();
  // Older schemas tell nobody.
  if (tables.some(({ name }) => name === ForgottenCommitsEntity.meta.tableName))
    await forgetPositions(client);
  await client.query(`analyze ${names}`);
}

/** A table or column that the backup lacks would stay empty without a word. */
async function refuseOtherTables(
  client: PoolClient,
  { database, tables }: { database: Database; tables: readonly BackupTable[] },
): Promise<void> {
  const here = await findTables(client, database);
  const names = (of: readonly FoundTable[]) => new Set(of.map(({ name }) => name));
  const columns = (of: readonly FoundTable[]) =>
    new Set(of.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  for (const list of [names, columns]) {
    const others = list(here).symmetricDifference(list(tables));
    if (others.size > 0)
      throw new Error(
        `The backup does not fit its schema number: ${[...others].join(', ')} on one side only.`,
      );
  }
}

async function refuseGateways(database: Database): Promise<void> {
  const rows = await database.rows(
    'gateways_running',
    `select format('%s%s', application_name, ' at ' || host(client_addr)) from pg_stat_activity
     where datname = current_database() and application_name ~ '^${APPLICATION}(/\\d+)? listener' group by 1 order by 1`,
    [],
  );
  if (rows.length === 0) return;
  throw new Error(
    `Gateways are connected to the database. Stop them and run this again:\n  ${rows.join('\n  ')}`,
  );
}

const MIGRATIONS = 'migrations';
const NAMED = 5;

/** Accepts an empty table of migrations, which an interrupted restore leaves. Creates it after the check. */
async function refuseContent(database: Database): Promise<void> {
  const relations = await database.rows(
    'content_of_schema',
    `select relname, current_database() from pg_class c
     where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by 1`,
    [escapeIdentifier(database.schemaName)],
  );
  const isEmpty = async (table: string) =>
    (await database.rows('content_of_table', `select from ${table} limit 1`, [])).length === 0;
  const names = relations.map(([name]) => name as string);
  const isUnused =
    names.length === 1 && names[0] === MIGRATIONS && (await isEmpty(qualifiedName(database, MIGRATIONS)));
  if (names.length > 0 && !isUnused) {
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    throw new Error(
      `The database ${relations[0]?.[1]} is not empty: its schema ${database.schemaName} has ${names.slice(0, NAMED).join(', ')}${more}. Restore into a new database or into a new DATA_DIR.`,
    );
  }
  await database.orm.migrator.getExecuted().catch(explainGrant(database));
}
