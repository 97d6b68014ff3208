import type { ArenaDatabase } from '../arena.ts';

/** A table with its indexes, in bytes; its dead rows, and the number of autovacuums. */
type TableStorage = {
  table: string;
  heap: number;
  indexes: number;
  rows: number;
  dead: number;
  autovacuums: number;
};

/** The tables that grow with records. */
const tables = ['revenues', 'idempotency_keys', 'rollups', 'rollup_deltas', 'commits'];

export async function readStorage({ database: { pool } }: ArenaDatabase): Promise<TableStorage[]> {
  const { rows } = await pool.query<TableStorage>(
    `select relname as table, pg_table_size(relid)::float as heap, pg_indexes_size(relid)::float as indexes,
       n_live_tup::float as rows, n_dead_tup::float as dead, autovacuum_count::int as autovacuums
     from pg_stat_user_tables where relname = any($1)`,
    [tables],
  );
  return rows;
}

/** The position of the write-ahead log, in bytes. */
export async function walPosition({ database: { pool } }: ArenaDatabase): Promise<number> {
  const sql = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as wal";
  return (await pool.query<{ wal: number }>(sql)).rows[0]?.wal ?? Number.NaN;
}

/** How many checkpoints have begun. */
export async function checkpointsBegun({ database: { pool } }: ArenaDatabase): Promise<number> {
  const sql = 'select (num_timed + num_requested)::int as begun from pg_stat_checkpointer';
  return (await pool.query<{ begun: number }>(sql)).rows[0]?.begun ?? Number.NaN;
}

/** For the terminal: bytes in total and per record. */
export function describeStorage(storage: readonly TableStorage[], records: number): string {
  const lines = storage.map(({ table, heap, indexes, rows, dead, autovacuums }) => {
    const perRecord = ((heap + indexes) / records).toFixed(0);
    return `    ${table}: ${mebibytes(heap)} MiB and ${mebibytes(indexes)} MiB of indexes, ${perRecord} bytes per record, ${rows} rows, ${dead} dead, ${autovacuums} × autovacuum`;
  });
  return lines.join('\n');
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}
