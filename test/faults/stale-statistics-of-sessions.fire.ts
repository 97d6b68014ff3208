import { operations, recordKinds, timelineOfEach } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { sessions } from '../../packages/service/src/catalogue/sessions/sessions.ts';
import { rowByKey } from '../../packages/service/src/database/lookup-sql.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { openAccount } from '../support/load/account.ts';

/** How many agents, sessions and events each account has. */
const COUNT = 50_000;
const ASKED = 5000;

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);

/** As many agents as sessions, each with a session of its own in which one event occurred. */
async function fill(developerId: string): Promise<void> {
  const ids = (table: string) => `(select array_agg(id order by id) from ${table} where developer_id = $1)`;
  const each = `generate_series(1, ${COUNT}) i`;
  const fillings = [
    `insert into agents (developer_id, id, key, created_at, updated_at)
     select $1, gen_random_uuid(), 'agent-' || i, now(), now() from ${each}`,
    `insert into sessions (developer_id, id, key, agent_id, created_at, updated_at)
     select $1, gen_random_uuid(), 'session-' || i, a[i], now(), now() from (select ${ids('agents')} a) ids, ${each}`,
    `insert into events (developer_id, id, created_at, agent_id, session_id, occurred_at, type)
     select $1, gen_random_uuid(), now(), a[i], s[i], timestamptz '2026-01-01Z' + i * interval '1 minute', 'llm.call'
     from (select ${ids('agents')} a, ${ids('sessions')} s) ids, ${each}`,
  ];
  for (const sql of fillings) await store.database.pool.query(sql, [developerId]);
}

beforeAll(async () => {
  const { pool } = store.database;
  for (const table of ['agents', 'sessions', 'events'])
    await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await fill((await openAccount(store.database)).developerId);
  await pool.query('analyze');
  await fill(caller.principal.developerId);
}, 120_000);

const contextOf = ({ principal }: typeof caller) => ({ principal, requestId: 'question' });

// Statistics from when another account had all rows claim that this one has none. A plan for that takes longer than the
// timeout of 15 seconds.
test('sessions are listed although statistics know only those of another account', async () => {
  const { service } = caller;
  const { output } = await service.execute(operations.sessions.list, contextOf(caller), {
    limit: 1000,
    offset: 10_000,
  });
  expect(output.value.items).toHaveLength(1000);
});

test('sessions are found by thousands of keys', async () => {
  const { service } = caller;
  const names = Array.from({ length: 10_000 }, (_, i) => `session-${i + 1}`);
  // As often as PostgreSQL plans a prepared statement for its values, and once more.
  for (let i = 0; i < 6; i++) {
    const { output } = await service.execute(sessions.many, contextOf(caller), { names });
    expect(output.value.map((session) => session?.key)).toEqual(names);
  }
});

test('timelines of thousands of sessions are read', async () => {
  const { service, principal } = caller;
  const sql = `select id from sessions where developer_id = $1 limit ${ASKED}`;
  const { rows } = await store.database.pool.query({
    text: sql,
    values: [principal.developerId],
    rowMode: 'array',
  });
  const input = { ids: rows.flat(), limit: 1 };
  const { output } = await service.execute(timelineOfEach(recordKinds), contextOf(caller), input);
  expect(output.value).toHaveLength(ASKED);
});

test.each(['agents', 'sessions'] as const)('%s are looked up by key in the index of keys', async (table) => {
  const { principal } = caller;
  const sql = `explain (format json) ${rowByKey(table, '$2', '*')}`;
  const { rows } = await store.database.pool.query(sql, [principal.developerId, 'a-key']);
  // On Citus, the index of a shard, by its number.
  expect(JSON.stringify(rows)).toMatch(new RegExp(`"Index Name":"${table}_key_unique(_\\d+)?"`));
});
