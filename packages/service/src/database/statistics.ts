import type { Database } from './database.ts';
import { tableNames } from './table-names.ts';

const MINUTE = 60_000;
/** Bytes. Smaller tables are read as a whole, whatever the statistics say. */
const SMALLEST = 1_048_576;
/** Times the size that the table had when its statistics were made. */
const GROWTH = 10;

/**
 * Names of tables whose statistics are missing, or were made when the table had a tenth of its size or less.
 *
 * PostgreSQL chooses its plans by these statistics. Autovacuum may renew them only minutes after a bulk load, or
 * never, where it is off. Until then PostgreSQL expected 3 rows for 300,000 and joined them in a way that takes
 * minutes. A gateway therefore has such tables analyzed itself (decision 012).
 */
export async function grownTables(database: Database): Promise<string[]> {
  const tables = tableNames(database);
  const rows = await database.rows(
    'tables_grown',
    `select c.oid::regclass::text from unnest($1::text[]) name join pg_class c on c.oid = to_regclass(name)
       join pg_namespace n on n.oid = c.relnamespace cross join pg_relation_size(c.oid) size
     where size >= ${SMALLEST} and pg_has_role(c.relowner, 'usage')
       and (size >= ${GROWTH} * c.relpages::bigint * current_setting('block_size')::int
         or not exists (select from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname)
           and pg_stat_get_last_analyze_time(c.oid) is null and pg_stat_get_last_autoanalyze_time(c.oid) is null)`,
    [tables],
  );
  return rows.map(([table]) => table as string);
}

/**
 * Skips tables that another session has locked, for example to analyze them, too. Returns the names of all that
 * needed it.
 */
export async function analyzeGrownTables(database: Database): Promise<string[]> {
  const tables = await grownTables(database);
  for (const table of tables) await database.pool.query(`analyze (skip_locked) ${table}`);
  return tables;
}

/** Looks at once and each minute. Returns a function that ends it. */
export function keepStatistics(database: Database, onFailure: (cause: unknown) => void): () => void {
  let isRunning = false;
  let hasEnded = false;
  const look = async () => {
    if (isRunning) return;
    isRunning = true;
    await analyzeGrownTables(database).catch((cause: unknown) => {
      if (!hasEnded) onFailure(cause);
    });
    isRunning = false;
  };
  const timer = setInterval(look, MINUTE).unref();
  void look();
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}

/** The settings of PostgreSQL that turn autovacuum off. */
export async function autovacuumOff(database: Database): Promise<string[]> {
  const rows = await database.rows(
    'autovacuum_off',
    "select name from pg_settings where name in ('autovacuum', 'track_counts') and setting = 'off' order by name",
    [],
  );
  return rows.map(([name]) => name as string);
}
