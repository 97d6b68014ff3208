import type { Database } from '../database/database.ts';
import { withLock } from '../database/with-lock.ts';
import type { RecordTable } from '../kernel/ledger/ledger-kind.ts';
import { facts, rollupKey, rollupRows } from '../kernel/rollups/rollup-rows.ts';

const tables = Object.keys(facts) as RecordTable[];

/** How far the rollups of one developer and kind are from its records: nothing, when all is well. */
export type RollupDifference = {
  developerId: string;
  table: RecordTable;
  rows: number;
  total: string;
  count: string;
};

/** Compares rollups with records. Each comparison is one statement, so that it is exact while writes go on. */
export async function* verifyRollups(database: Database): AsyncGenerator<RollupDifference> {
  for (const { developerId, table } of await scopesOf(database)) {
    const [row] = await database.rows(
      `rollups_verify_${table}`,
      `select count(*), coalesce(sum(abs(total)), 0), coalesce(sum(abs(count)), 0) from (${difference(table)}) d`,
      [developerId],
    );
    const [rows, total, count] = row as string[];
    if (Number(rows) > 0)
      yield { developerId, table, rows: Number(rows), total: total ?? '', count: count ?? '' };
  }
}

/**
 * Repairs rollups while writes go on. What a row lacks is computed on one snapshot and then added to whatever the row
 * has become meanwhile; additions commute, so no lock is needed. Returns how many rows were repaired.
 */
export function rebuildRollups(database: Database): Promise<number> {
  // Two at once would add the same twice.
  return withLock(database, 'outturn rollups', () => repairAll(database));
}

async function repairAll(database: Database): Promise<number> {
  let repaired = 0;
  const columns = rollupKey.join(', ');
  for (const { developerId, table } of await scopesOf(database)) {
    const [row] = await database.rows(
      `rollups_rebuild_${table}`,
      `with repaired as (
         insert into rollups as x (developer_id, ${columns}, total, count)
         select $1::uuid, ${columns}, total, count from (${difference(table)}) d order by ${columns}
         on conflict (developer_id, ${columns}) do update
           set total = x.total + excluded.total, count = x.count + excluded.count
         returning 1)
       select count(*) from repaired`,
      [developerId],
    );
    repaired += Number(row?.[0]);
    const emptied = `delete from rollups where developer_id = $1 and fact = ${facts[table]} and count = 0 and total = 0`;
    await database.rows(`rollups_empty_${table}`, emptied, [developerId]);
  }
  return repaired;
}

/** The rows by which the rollups of developer `$1` fall short of its records, or (negative) exceed them. */
function difference(table: RecordTable): string {
  const columns = rollupKey.join(', ');
  return `select ${columns}, sum(total) as total, sum(count) as count from (
      ${rollupRows(table, `(select * from ${table} where developer_id = $1) records`)}
      union all
      select ${columns}, -total, -count from rollups where developer_id = $1 and fact = ${facts[table]}
    ) both_sides group by ${columns} having sum(total) <> 0 or sum(count) <> 0`;
}

async function scopesOf(database: Database): Promise<{ developerId: string; table: RecordTable }[]> {
  const rows = await database.rows('developer_ids', 'select id from developers order by id', []);
  return rows.flatMap(([id]) => tables.map((table) => ({ developerId: id as string, table })));
}
