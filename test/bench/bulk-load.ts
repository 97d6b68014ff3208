import { connectDatabase, type Database, rebuildRollups, recordKinds } from '@outturn/service';
import type { ArenaDatabase } from './arena.ts';

/** The fill, in percent, that indexes with random insertions have after long use. */
const USED = 70;

/**
 * Stores records of some tables by SQL before a server runs on the database, and rebuilds their indexes and rollups.
 */
export async function bulkLoad(
  target: ArenaDatabase,
  tables: readonly string[],
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await loading(target, async (database) => {
    await withoutIndexes(database, tables, () => work(database));
    await rebuildRollups(database, recordKinds);
  });
}

/** Connects for a bulk load, then updates statistics and the visibility map. */
export async function loading(
  target: ArenaDatabase,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const name = new URL(target.url).pathname.slice(1);
  // For the sessions of this function alone: later ones commit durably again.
  const settings = {
    synchronous_commit: 'off',
    work_mem: "'256MB'",
    maintenance_work_mem: "'1GB'",
    // Allows hash aggregation in memory, which a year of records by customer would exceed otherwise.
    hash_mem_multiplier: '4',
  };
  for (const [setting, value] of Object.entries(settings)) {
    await target.database.pool.query(`alter database ${name} set ${setting} = ${value}`);
  }
  const database = await connectDatabase({ url: target.url, poolSize: 2 });
  try {
    await work(database);
    await database.pool.query('vacuum analyze');
  } finally {
    await database.close();
    await target.database.pool.query(`alter database ${name} reset all`);
  }
  process.stderr.write(`  stored in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}

type Index = { name: string; table: string; definition: string; isPrimary: boolean };

/**
 * Rebuilds indexes after the load, which is faster than updating them; `used` are left with room, as after long use.
 */
export async function withoutIndexes(
  { pool }: Database,
  tables: readonly string[],
  work: () => Promise<void>,
  { primaryToo = false, used = [] }: { primaryToo?: boolean; used?: readonly string[] } = {},
): Promise<void> {
  const { rows } = await pool.query<Index>(
    `select c.relname as name, t.relname as table, pg_get_indexdef(c.oid) as definition, i.indisprimary as "isPrimary"
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relname = any($1) and ($2 or not i.indisprimary)`,
    [tables, primaryToo],
  );
  for (const { name, table, isPrimary } of rows) {
    await pool.query(isPrimary ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  }
  await work();
  for (const { name, table, definition, isPrimary } of rows) {
    // The condition of a partial index follows its storage settings.
    const [columns = '', condition] = definition.split(' WHERE ');
    const isNew = used.includes(name) && !columns.includes(' WITH (');
    const room = isNew ? ` with (fillfactor = ${USED})` : '';
    await pool.query(`${columns}${room}${condition ? ` where ${condition}` : ''}`);
    if (!isPrimary) continue;
    await pool.query(`alter table ${table} add constraint ${name} primary key using index ${name}`);
  }
}
