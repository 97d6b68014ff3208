import type { ArenaDatabase } from '../arena.ts';
import { bulkLoad } from '../bulk-load.ts';
import type { Developer } from '../contender.ts';
import { year } from './fill-year.ts';

const AGENTS = 50;
const CUSTOMERS = 20_000;
const GOAL_TYPES = 10;
/** Records of each kind in a session, and revenues of a goal. */
const IN_SESSION = 5;
const OF_GOAL = 5;
/** Rows of one statement. */
const CHUNK = 1_000_000;

/** A pseudo-random number from 0 to below 2^31. */
const drawn = (seed: number) => `(hashint8extended(i, ${seed}) & 2147483647)`;

const metadata = `json_build_object('plan', (array['free', 'pro', 'team', 'enterprise'])[1 + ${drawn(1)} % 4],
  'region', (array['eu', 'us', 'asia', 'latam', 'africa'])[1 + ${drawn(2)} % 5], 'note', 'number ' || i)`;

/**
 * Stores a year of as many revenues and events of one developer, with what no rollup has: sessions, metadata, and goals that
 * brought revenue. Some agents and customers have many more records than others.
 */
export async function fillDetails(target: ArenaDatabase, developer: Developer, count: number): Promise<void> {
  process.stderr.write(`  storing ${count.toLocaleString('en')} revenues and events with their details\n`);
  const { pool } = target.database;
  const members = [
    { table: 'agents', count: AGENTS },
    { table: 'customers', count: CUSTOMERS },
    { table: 'goal_types', count: GOAL_TYPES },
  ];
  for (const { table, count: rows } of members)
    await pool.query(
      `insert into ${table} (developer_id, id, key, metadata, created_at, updated_at)
       select $1, uuidv7(), '${table}-' || i, ${metadata}, now(), now() from generate_series(1, ${rows}) i`,
      [developer.id],
    );
  await pool.query(
    `insert into sessions (developer_id, id, key, created_at, updated_at)
     select $1, ${idOf('session', 'i')}, 'session-' || i, now(), now() from generate_series(0, $2::int - 1) i`,
    [developer.id, Math.ceil(count / IN_SESSION)],
  );
  await bulkLoad(target, Object.keys(records), async (database) => {
    for (const [table, { perRecord, time, columns }] of Object.entries(records)) {
      const rows = Math.ceil(count * perRecord);
      for (let start = 0; start < rows; start += CHUNK)
        await database.pool.query(insertion(table, time, columns), [
          developer.id,
          start,
          Math.min(start + CHUNK, rows) - 1,
          rows,
        ]);
    }
  });
}

/** An id that follows from a number, so that records refer to it without a look-up. */
const idOf = (name: string, number: string) => `md5('${name}' || ${number})::uuid`;

const records: Record<string, { perRecord: number; time: string; columns: Record<string, string> }> = {
  goals: {
    perRecord: 1 / OF_GOAL,
    time: 'achieved_at',
    columns: { id: idOf('goal', 'i'), goal_type_id: `types.ids[1 + ${drawn(3)} % ${GOAL_TYPES}]` },
  },
  revenues: {
    perRecord: 1,
    time: 'recorded_at',
    columns: {
      id: 'uuidv7()',
      amount: `round((${drawn(4)} % 90000 + 100)::numeric / 100, 2)`,
      source: `'stripe'`,
      // Half of the revenues come from no goal.
      goal_id: `case when i % 2 = 0 then ${idOf('goal', `i / ${OF_GOAL}`)} end`,
    },
  },
  events: {
    perRecord: 1,
    time: 'occurred_at',
    columns: {
      id: 'uuidv7()',
      type: `'llm.call'`,
      cost: `round((${drawn(5)} % 500 + 1)::numeric / 100, 2)`,
      model: `(array['large', 'medium', 'small', 'tiny'])[1 + ${drawn(6)} % 4]`,
      metadata,
    },
  },
};

function insertion(table: string, time: string, columns: Record<string, string>): string {
  const idsOf = (members: string) =>
    `${members === 'goal_types' ? 'types' : members} as (select array_agg(id) as ids from ${members} where developer_id = $1)`;
  const skewed = (members: string, count: number, seed: number) =>
    `${members}.ids[1 + floor(${count} * power(${drawn(seed)} / 2147483648.0, 2))::int]`;
  return `
    with ${['agents', 'customers', 'goal_types'].map(idsOf).join(', ')}
    insert into ${table} (developer_id, created_at, agent_id, customer_id, session_id, ${time}, ${Object.keys(columns).join(', ')})
    select $1, now(), ${skewed('agents', AGENTS, 7)}, ${skewed('customers', CUSTOMERS, 8)},
      ${idOf('session', `i * (select count(*) from sessions where developer_id = $1) / $4::bigint`)},
      '${year.from}Z'::timestamptz + i * (interval '365 days' / $4::bigint), ${Object.values(columns).join(', ')}
    from generate_series($2::bigint, $3::bigint) i, agents, customers, types`;
}
