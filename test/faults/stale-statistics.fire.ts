import { operations } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { selectRecords } from '../../packages/service/src/reading/read-records.ts';
import { revenues } from '../../packages/service/src/records/revenues/revenue.kind.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { openAccount } from '../support/load/account.ts';

/** How many agents, customers, sessions and records each account has. */
const COUNT = 20_000;
const GOALS = ['first', 'second', 'third'];

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);
const window = { from: '2026-01-01', to: '2026-02-01' };

/** As many agents as records, each of a customer and in a session of its own that achieved every goal. */
async function fill(developerId: string): Promise<void> {
  const ids = (table: string) => `(select array_agg(id order by id) from ${table} where developer_id = $1)`;
  const each = `generate_series(1, ${COUNT}) i`;
  const named = (table: string, columns = '', values = '') =>
    `insert into ${table} (developer_id, id, key, created_at, updated_at${columns})
     select $1, gen_random_uuid(), '${table}-' || i, now(), now()${values} from ${each}`;
  const record = (table: string, time: string, columns: string, values: string) =>
    `insert into ${table} (developer_id, id, created_at, agent_id, customer_id, session_id, ${time}, ${columns})
     select $1, gen_random_uuid(), now(), a[i], c[i], s[i], timestamptz '2026-01-01Z' + i * interval '1 minute', ${values}
     from (select ${ids('agents')} a, ${ids('customers')} c, ${ids('sessions')} s, ${ids('goals')} g) ids, ${each}`;
  const { pool } = store.database;
  const fillings = [
    ...['agents', 'customers', 'sessions'].map((table) => named(table)),
    `insert into goal_types (developer_id, id, key, created_at, updated_at)
     select $1, gen_random_uuid(), key, now(), now() from unnest(array['${GOALS.join("', '")}']) key`,
    ...GOALS.map((key) =>
      record(
        'goals',
        'achieved_at',
        'goal_type_id',
        `(select id from goal_types where developer_id = $1 and key = '${key}')`,
      ),
    ),
    record('revenues', 'recorded_at', 'amount, source, goal_id', `1, 'test', g[i]`),
    `insert into rollups (developer_id, cut, fact, grain, bucket, key, total, count)
     select $1, cut, 1, 1440, date_trunc('day', recorded_at, 'UTC'), id_of, sum(amount), count(*)
     from revenues, unnest(array[1, 2], array[agent_id, customer_id]) u(cut, id_of)
     where developer_id = $1 group by cut, 5, id_of`,
  ];
  for (const sql of fillings) await pool.query(sql, [developerId]);
}

beforeAll(async () => {
  const { pool } = store.database;
  await pool.query(`do $$ declare t text; begin
    foreach t in array array['agents', 'customers', 'sessions', 'goal_types', 'goals', 'revenues', 'rollups'] loop
      execute format('alter table %I set (autovacuum_enabled = false)', t);
    end loop; end $$`);
  await fill((await openAccount(store.database)).developerId);
  await pool.query('analyze');
  await fill(caller.principal.developerId);
}, 120_000);

const by = (dimension: string, asked: object = {}) => ({
  by: { groups: { dimension, first: 3, totals: ['revenue'], ...asked } },
});
const series = { series: { monthly: { every: 'month', totals: ['revenue'] } } };

// Statistics from when one account had all rows claim that every other has none. A plan for that takes minutes, where
// the service times out after 15 seconds.
test.each<[string, object]>([
  ['customers', by('customer')],
  ['agents with a series', by('agent', series)],
  ['sessions of customers', by('customer', { totals: ['revenue', 'sessions'] })],
  ['numbers of agents and customers', { totals: ['agents', 'customers'] }],
  ['numbers of customers of agents', by('agent', { totals: ['customers'] })],
  [
    'customers of agents',
    by('agent', { first: 1000, by: { inner: { dimension: 'customer', totals: ['revenue'] } } }),
  ],
  ['types of goals that brought revenues', by('goalType')],
  ['metadata of agents', by('agentMetadata', { metadataKey: 'tier' })],
  ['a funnel', { funnel: { steps: { steps: GOALS } } }],
])('%s are read although statistics know only those of another account', async (_, asked) => {
  const { service, principal } = caller;
  const context = { principal, requestId: 'question' };
  const { output } = await service.execute(operations.analytics.slice, context, { window, ...asked });
  expect(output).toBeDefined();
});

// By such statistics any index that begins with the developer costs the same.
test('lists look up keys by id', async () => {
  const page = '(select * from revenues where developer_id = $1 order by id desc limit 1000)';
  const sql = `explain (format json) ${selectRecords(revenues, page)}`;
  const { rows } = await store.database.pool.query(sql, [caller.principal.developerId]);
  const indexes = [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name);
  expect(indexes).toEqual(['revenues_pkey', 'agents_pkey', 'customers_pkey', 'sessions_pkey']);
});
