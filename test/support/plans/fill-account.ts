import type { Database } from '@outturn/service';

const MOST_NAMED = 100_000;

/** Gives a developer this many rows in each table of records, and up to 100,000 in each of dimensions. */
export async function fillAccount({ pool }: Database, developerId: string, rows: number): Promise<void> {
  const each = `generate_series(1, ${rows}) i`;
  const named = `generate_series(1, ${Math.min(rows, MOST_NAMED)}) i`;
  for (const table of ['agents', 'customers', 'goal_types', 'tools', 'sessions'])
    await pool.query(
      `insert into ${table} (developer_id, id, key, created_at, updated_at)
       select $1, gen_random_uuid(), '${table}-' || i, now(), now() from ${named}`,
      [developerId],
    );
  const records = {
    revenues: ['recorded_at, amount, source', "1, 'test'"],
    outcomes: ['generated_at, value', '1'],
    goals: ['achieved_at, goal_type_id', 'gen_random_uuid()'],
    events: ['occurred_at, type', "'test'"],
  };
  for (const [table, [columns, values]] of Object.entries(records))
    await pool.query(
      `insert into ${table} (developer_id, id, created_at, ${columns})
       select $1, gen_random_uuid(), now(), timestamptz '2026-01-01Z' + i * interval '1 second', ${values} from ${each}`,
      [developerId],
    );
}
