import type { Database } from '@outturn/service';
import { current } from '../load/rollup-oracle.ts';
import type { World } from './world.ts';

/** All stored rows of some developers but their API keys, which tests create. */
export async function snapshotOf({ pool }: Database, worlds: readonly World[]): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'developer_id' and table_schema = 'public' and table_name not in ('api_keys', 'users', 'rollups', 'rollup_deltas')
     order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const { rows: found } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t join developers d on d.id = t.developer_id
       where d.name = any($1) order by 1`,
      [worlds.map(({ developer }) => developer)],
    );
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  // Whether a fact is noted or folded into the rollups depends on timing.
  const { rows: developers } = await pool.query<{ id: string }>(
    'select id from developers where name = any($1) order by id',
    [worlds.map(({ developer }) => developer)],
  );
  for (const { id } of developers) {
    const { rows: sums } = await pool.query<{ row: string }>(
      `with ${current} select c::text as row from current c order by 1`,
      [id],
    );
    rows.push(...sums.map(({ row }) => `rollups of ${id} ${row}`));
  }
  if (rows.length < worlds.length * 10) throw new Error('there is next to nothing to compare');
  return rows.join('\n');
}
