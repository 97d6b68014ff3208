import { createService, migrate, operations } from '@outturn/service';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { toIsoInstant } from '../../packages/service/src/base/instants.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { minimal } from '../support/drivers/samples.ts';
import { eventsOf, namesUntil } from '../support/live/names-of-events.ts';

const store = usePrivateDatabase();
beforeAll(async () => {
  // Otherwise PostgreSQL's statistics decide whether rows come in the order of the table they are joined with.
  const name = new URL(store.url).pathname.slice(1);
  await store.database.pool.query(`alter database "${name}" set enable_hashjoin = off`);
});
const caller = usePrivateService(store, 8);

test('a stream delivers transaction 10 after transaction 9', async () => {
  const principal = await caller.newPrincipal();
  const events = eventsOf(caller.service, principal);
  for (const name of ['0', '1', '2', '3']) await events.record(name);
  await store.database.pool.query(
    `update commits c set xid = (7 + n)::text::xid8
     from (select xid, row_number() over (order by xid) as n from commits where developer_id = $1) as numbered
     where c.developer_id = $1 and c.xid = numbered.xid`,
    [principal.developerId],
  );
  await events.record('last');

  const lastEventId = `8-0-${Date.now().toString(36)}`;
  expect(await namesUntil('last', events.follow({ lastEventId }))).toEqual(['0', '1', '2', '3', 'last']);
});

/** New keys in an order that differs from that of the items. */
const newKeys = Array.from({ length: 5 }, (_, i) => `a-${(i * 3) % 5}`);

test.each([
  { names: ['agentKey'], hasKeys: false },
  { names: ['agentKey'], hasKeys: true },
  { names: ['agentKey', 'customerKey', 'sessionKey'], hasKeys: false },
  { names: ['agentKey', 'customerKey', 'sessionKey'], hasKeys: true },
])(
  'a commit lists records that name new $names in the order of their batch, own keys: $hasKeys',
  async ({ names, hasKeys }) => {
    const principal = await caller.newPrincipal();
    const items = newKeys.map((value) => ({
      ...minimal,
      ...Object.fromEntries(names.map((name) => [name, value])),
      ...(hasKeys && { key: value }),
    }));
    const call = { principal, requestId: 'batch' };
    const { output } = await caller.service.execute(operations.revenues.recordBatch, call, items);
    const ids = JSON.parse(output.text).results.map(({ record }: { record: { id: string } }) => record.id);
    const { rows } = await store.database.pool.query<{ ids: string[] }>(
      'select ids from commits where developer_id = $1',
      [principal.developerId],
    );
    expect(ids).toHaveLength(newKeys.length);
    expect(rows).toEqual([{ ids }]);
  },
);

test('all rows of one statement have the same instant, by the clock of the database', async () => {
  const principal = await caller.newPrincipal();
  const call = { principal, requestId: 'clock' };
  await caller.service.execute(operations.goalTypes.create, call, { key: 'valued', value: '2' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2001-01-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const record = (id: number) =>
    caller.service.execute(operations.goals.recordBatch, call, [
      { goalKey: 'valued', agentKey: 'new', idempotencyKey: `${id}` },
      { goalKey: 'valued', agentKey: 'new' },
    ]);
  const { output } = await record(1);
  vi.useRealTimers();

  const created = output.value.results.flatMap((result) => ('record' in result ? [result.record] : []));
  const { rows } = await store.database.pool.query<{ at: string; count: number; age: number }>(
    `select created_at as at, count(*)::int, extract(epoch from now() - created_at)::float as age
     from (select created_at from goals where developer_id = $1
       union all select created_at from outcomes where developer_id = $1
       union all select created_at from agents where developer_id = $1) written group by created_at`,
    [principal.developerId],
  );
  const [{ at = '', count = 0, age = 0 } = {}, ...others] = rows;
  expect({ count, others }).toEqual({ count: 2 + 2 + 1, others: [] });
  expect(age).toBeLessThan(60);
  expect(created.map(({ createdAt }) => createdAt)).toEqual([toIsoInstant(at), toIsoInstant(at)]);
  const { output: again } = await record(1);
  expect(again.value).toMatchObject({ replayed: 1, created: 1 });
  expect(again.value.results[0]).toEqual({ status: 'replayed', record: created[0] });
});

// A dump brings the transaction numbers of its server, and a younger server reaches each of them once more.
test('streams of a server with lower transaction numbers than its restored dump deliver new records alone', async () => {
  const principal = await caller.newPrincipal();
  const { pool } = store.database;
  const { rows } = await pool.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  await pool.query(
    `insert into commits (developer_id, xid, fact, ids, committed_at)
     select $1, ($2::bigint + i)::text::xid8, fact, array[gen_random_uuid()], now()
     from generate_series(0, 2000) i, generate_series(1, 4) fact`,
    [principal.developerId, rows[0]?.next],
  );

  await pool.query('insert into forgotten_commits values ($1, ($2::bigint + 2000)::text::xid8)', [
    principal.developerId,
    rows[0]?.next,
  ]);

  await migrate(store.database);
  const service = await createService({ url: store.url, connections: 8 });
  onTestFinished(() => service.close());
  const events = eventsOf(service, principal);
  const all = events.follow();
  expect(await all.next()).toEqual({ value: null, done: false });
  const names = Array.from({ length: 20 }, (_, i) => `${i}`);
  for (const name of names) await events.record(name);
  expect(await namesUntil('19', all)).toEqual(names);
});
