import { connectDatabase, type Database, rebuildRollups } from '@outturn/service';
import type { ArenaDatabase } from './arena.ts';

/** Stores records of some tables by SQL, before a server runs on the database, and gives them indexes and rollups. */
export async function bulkLoad(
  target: ArenaDatabase,
  tables: readonly string[],
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const name = new URL(target.url).pathname.slice(1);
  // For the sessions of this function alone: later ones commit durably again.
  const settings = { synchronous_commit: 'off', work_mem: "'256MB'", maintenance_work_mem: "'512MB'" };
  for (const [setting, value] of Object.entries(settings)) {
    await target.database.pool.query(`alter database ${name} set ${setting} = ${value}`);
  }
  const database = await connectDatabase({ url: target.url, poolSize: 2 });
  try {
    await withoutIndexes(database, tables, () => work(database));
    await rebuildRollups(database);
    await database.pool.query('vacuum analyze');
  } finally {
    await database.close();
    await target.database.pool.query(`alter database ${name} reset all`);
  }
  process.stderr.write(`  stored in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}

/** Building an index over many rows is quicker than adding the rows to it. */
async function withoutIndexes(
  { pool }: Database,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = any($1) and indexname not like '%_pkey'`,
    [tables],
  );
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  await work();
  for (const { indexdef } of rows) await pool.query(indexdef);
}
