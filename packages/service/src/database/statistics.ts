import type { Database } from './database.ts';
import { tableNames } from './table-names.ts';

const MINUTE = 60_000;
/** Bytes. */
const SMALLEST = 1_048_576;
const GROWTH = 10;

/** Tables without statistics, and those that have grown tenfold since (decision 012). */
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

export async function analyzeGrownTables(database: Database): Promise<string[]> {
  const tables = await grownTables(database);
  for (const table of tables) await database.pool.query(`analyze (skip_locked) ${table}`);
  return tables;
}

/** At once and each minute. Returns a function that ends it. */
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
