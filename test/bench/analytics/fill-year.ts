import type { ArenaDatabase } from '../arena.ts';
import { bulkLoad } from '../bulk-load.ts';
import type { Developer } from '../contender.ts';
import { AGENTS, CUSTOMERS } from '../load/job.ts';
import { seedDimensions } from '../seed-revenues.ts';

/** The window of the records, in UTC. */
export const year = { from: '2025-01-01', to: '2026-01-01' };

/** Rows of one statement. */
const CHUNK = 1_000_000;

/** Stores a year of one developer: so many revenues, a fifth as many goals and outcomes, two fifths as many events. */
export async function fillYear(target: ArenaDatabase, developer: Developer, revenues: number): Promise<void> {
  process.stderr.write(`  storing ${revenues.toLocaleString('en')} revenues and what belongs to them\n`);
  await seedDimensions(target, developer);
  await target.database.pool.query(goalTypes, [developer.id]);
  await bulkLoad(target, Object.keys(columns), async ({ pool }) => {
    for (const [table, { perRevenue, sql }] of Object.entries(columns)) {
      const count = Math.round(revenues * perRevenue);
      for (let start = 0; start < count; start += CHUNK) {
        const end = Math.min(start + CHUNK, count) - 1;
        await pool.query(insertion(table, sql), [developer.id, start, end, count]);
      }
    }
  });
}

const goalTypes = `
  insert into goal_types (developer_id, id, key, created_at, updated_at)
  select $1, uuidv7(), key, now(), now() from unnest(array['signup', 'qualified', 'paid']) key`;

/** A pseudo-random number from 0 to below 2^31, so that agents, customers and amounts are independent. */
const drawn = (seed: number) => `(hashint8extended(i, ${seed}) & 2147483647)`;

/** The columns of each kind of record, its time first. */
const columns: Record<string, { perRevenue: number; sql: Record<string, string> }> = {
  revenues: {
    perRevenue: 1,
    sql: {
      recorded_at: 'at',
      amount: `round((${drawn(3)} % 90000 + 100)::numeric / 100, 2)`,
      source: `(array['stripe', 'invoice', 'Manual'])[1 + ${drawn(4)} % 3]`,
      description: `'Payment received'`,
    },
  },
  goals: {
    perRevenue: 0.2,
    sql: {
      achieved_at: 'at',
      goal_type_id: `(select array_agg(id) from goal_types where developer_id = $1)[1 + ${drawn(5)} % 3]`,
    },
  },
  outcomes: { perRevenue: 0.2, sql: { generated_at: 'at', value: '25.00' } },
  events: {
    perRevenue: 0.4,
    sql: {
      occurred_at: 'at',
      type: `'llm.call'`,
      cost: `round((${drawn(6)} % 500 + 1)::numeric / 10000, 4)`,
      model: `(array['large', 'medium', 'small'])[1 + ${drawn(7)} % 3]`,
      provider: `'acme-ai'`,
    },
  },
};

/** Records in the order of time, like their ids. Some customers have many more than others. */
function insertion(table: string, sql: Record<string, string>): string {
  return `
    with a as (select array_agg(id) as ids from agents where developer_id = $1),
      c as (select array_agg(id) as ids from customers where developer_id = $1)
    insert into ${table} (developer_id, id, created_at, agent_id, customer_id, ${Object.keys(sql).join(', ')})
    select $1, uuidv7(), now(), a.ids[1 + ${drawn(1)} % ${AGENTS}],
      c.ids[1 + floor(${CUSTOMERS} * power(${drawn(2)} / 2147483648.0, 2))::int], ${Object.values(sql).join(', ')}
    from generate_series($2::bigint, $3::bigint) i, a, c,
      lateral (select '${year.from}Z'::timestamptz + i * (interval '365 days' / $4::bigint)) t(at)`;
}
