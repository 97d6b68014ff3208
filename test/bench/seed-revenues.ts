import type { ArenaDatabase } from './arena.ts';
import type { Developer } from './contender.ts';
import { AGENTS, CUSTOMERS } from './load/job.ts';

/** Creates the agents and customers of the load for a developer. */
export async function seedDimensions({ database }: ArenaDatabase, { id }: Developer): Promise<void> {
  for (const [table, name, count] of [
    ['agents', 'agent', AGENTS],
    ['customers', 'customer', CUSTOMERS],
  ] as const) {
    await database.pool.query(
      `insert into ${table} (developer_id, id, key, created_at, updated_at)
       select $1, uuidv7(), '${name}-' || i, now(), now() from generate_series(0, ${count - 1}) i`,
      [id],
    );
  }
}

/** The ids of a developer's agents and customers. */
export async function dimensionIds({ database }: ArenaDatabase, { id }: Developer) {
  const idsOf = async (table: string) => {
    const { rows } = await database.pool.query(`select id from ${table} where developer_id = $1`, [id]);
    return rows.map((row: { id: string }) => row.id);
  };
  return { agentIds: await idsOf('agents'), customerIds: await idsOf('customers') };
}

/** Stores revenues by SQL, for reads. Returns the ids of some of them. */
export async function seedRevenues(
  contender: ArenaDatabase,
  developer: Developer,
  count: number,
): Promise<string[]> {
  const { pool } = contender.database;
  await seedDimensions(contender, developer);
  await pool.query(
    `insert into revenues (developer_id, id, created_at, agent_id, customer_id, amount, source, description, recorded_at)
     select $1, uuidv7(), now(), a.id, c.id, (i % 900 + 1) + 0.25, 'Manual', 'Payment received',
       now() - i * interval '1 second'
     from generate_series(1, $2::int) i
     join agents a on a.developer_id = $1 and a.key = 'agent-' || i % ${AGENTS}
     join customers c on c.developer_id = $1 and c.key = 'customer-' || i % ${CUSTOMERS}`,
    [developer.id, count],
  );
  await pool.query('vacuum analyze revenues');
  const { rows } = await pool.query(
    'select id from revenues where developer_id = $1 order by random() limit 1000',
    [developer.id],
  );
  return rows.map((row: { id: string }) => row.id);
}
