import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../database/database.ts';
import { namesOf } from '../database/entity-metadata.ts';
import { isListener } from '../database/listener.ts';
import { migrations, numberOf } from '../database/migrations/index.ts';
import { runMigration } from '../database/run-migrations.ts';
import { qualifiedName } from '../database/table-names.ts';
import { unlimited } from '../database/unlimited.ts';
import { withTransactionClient } from '../database/with-transaction-client.ts';
import { CommitEntity } from '../live/commit.entity.ts';
import { ForgottenCommitsEntity } from '../live/forgotten-commits.entity.ts';
import { explainGrant, withMigrationLock } from '../migrate.ts';
import { Developer } from '../people/developers/developer.entity.ts';
import type { BackupTable } from './backup-header.ts';
import type { BackupReader } from './backup-reader.ts';
import { type FoundTable, findTables } from './backup-tables.ts';
import { endAccess, type RevokedKey } from './end-access.ts';

type RestoreOptions = { keepsKeys: boolean; onRows: (rows: number) => void };

/**
 * Loads a backup into an empty database. One transaction makes the schema up to the number of the backup, loads the
 * rows and builds the indexes, so that afterwards everything is there or nothing (decision 020). Call `migrate` after
 * it, for later migrations. Gateways that start meanwhile wait for the lock of migrations. Throws if gateways are
 * connected, if the database has content, or if the backup does not fit. Returns the keys that were revoked
 * (`endAccess`).
 */
export async function restoreBackup(
  database: Database,
  backup: BackupReader,
  { keepsKeys, onRows }: RestoreOptions,
): Promise<RevokedKey[]> {
  if (!database.distribution.sharesSnapshots)
    throw new Error(
      'Restore into a database without Citus. docs/scaling.md says how to distribute it afterwards.',
    );
  await refuseGateways(database);
  return withMigrationLock(database, async () => {
    await refuseContent(database);
    return withTransactionClient(database, async (em, client) => {
      await client.query(unlimited('transaction'));
      for (const migration of migrations)
        if (numberOf(migration.name) <= backup.header.schema)
          await runMigration(database, em, migration).catch(explainGrant(database));
      await loadTables(client, { database, backup, onRows });
      return endAccess(client, { keepsKeys });
    });
  });
}

type Loading = { database: Database; backup: BackupReader; onRows: (rows: number) => void };

async function loadTables(client: PoolClient, { database, backup, onRows }: Loading): Promise<void> {
  const { tables } = backup.header;
  await refuseOtherTables(client, { database, tables });
  const names = tables.map(({ name }) => qualifiedName(database, name)).join(', ');
  // The migrations have written rows of their own, which the backup contains, too.
  await client.query(`truncate ${names}`);
  for (const { name, columns, rows } of tables) {
    const table = qualifiedName(database, name);
    const into = `${table} (${columns.map(escapeIdentifier).join(', ')})`;
    await withoutIndexes(client, table, async () => {
      // Frozen rows need no vacuum that writes each page again. PostgreSQL allows this because the table was made or
      // emptied by this transaction.
      const copy = client.query(copyFrom(`copy ${into} from stdin with (freeze)`));
      await pipeline(backup.rows(rows, onRows), copy);
      if (copy.rowCount !== rows)
        throw new Error(
          `The table ${name} of the backup has ${rows} rows, and ${copy.rowCount} were restored.`,
        );
    });
  }
  await backup.end();
  await forgetPositions(client);
  await client.query(`analyze ${names}`);
}

/**
 * Throws if the backup and its schema do not have the same tables and columns. One that the backup lacks would stay
 * empty without an error.
 */
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
     where ${isListener} group by 1 order by 1`,
    [],
  );
  if (rows.length === 0) return;
  throw new Error(
    `Gateways are connected to the database. Stop them and run this again:\n  ${rows.join('\n  ')}`,
  );
}

const MIGRATIONS = 'migrations';
const NAMED = 5;

/**
 * Throws unless the schema is empty. An empty table of migrations counts as nothing, because an interrupted restore
 * leaves one: MikroORM makes it outside of the transaction, which it does here.
 */
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

/**
 * Makes all positions of live streams so far too old to resume from. The same server may have assigned transaction
 * numbers to records that the backup lacks; a follower at such a position would take later records for ones that it
 * has seen.
 */
async function forgetPositions(client: PoolClient): Promise<void> {
  const commits = namesOf(CommitEntity);
  const forgotten = namesOf(ForgottenCommitsEntity);
  const developers = namesOf(Developer);
  await client.query(`truncate ${commits}, ${forgotten}`);
  await client.query(
    `insert into ${forgotten} (${forgotten.developerId}, ${forgotten.xid})
     select ${developers.id}, pg_current_xact_id() from ${developers}`,
  );
}

type Index = {
  /** With its schema. */
  name: string;
  definition: string;
  /** Null without a constraint. */
  constraint: string | null;
  kind: 'primary key' | 'unique';
};

/**
 * Drops the indexes of a table, loads its rows, and builds the indexes. With the indexes in place the restore of 2.1
 * million rows took 51 s instead of 11, and the indexes were larger (decision 020).
 */
async function withoutIndexes(client: PoolClient, table: string, load: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, conname as constraint,
       case when indisprimary then 'primary key' else 'unique' end as kind
     from pg_index left join pg_constraint on conindid = indexrelid and conrelid = indrelid
     where indrelid = $1::regclass order by indexrelid`,
    [table],
  );
  for (const { name, constraint } of indexes)
    await client.query(
      constraint === null
        ? `drop index ${name}`
        : `alter table ${table} drop constraint ${escapeIdentifier(constraint)}`,
    );
  await load();
  for (const { definition, constraint, kind } of indexes) {
    await client.query(definition);
    if (constraint === null) continue;
    const name = escapeIdentifier(constraint);
    await client.query(`alter table ${table} add constraint ${name} ${kind} using index ${name}`);
  }
}
