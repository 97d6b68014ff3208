import { createOutturnClient } from '@outturn/client';
import { operations, subscriptions } from '@outturn/service';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const caller = usePrivateService(store, 8);

// The commits were asked for again after an outage, the records of a commit were not: it ended the subscription.
test('an outage between a commit and its records only delays them', async () => {
  const { url } = await gateways.start(store.url);
  const { token: apiKey, developerId } = await openAccount(store.database);
  const client = createOutturnClient({ url, apiKey });
  const { pool } = store.database;
  const { id } = await client.events.record.mutate({ type: 'llm.call', name: 'read late' });
  const names: (string | null)[] = [];
  const failures: unknown[] = [];
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const subscription = client.records.live.subscribe(
    {},
    {
      onStarted: () => resolve(),
      onData: ({ data }) => data.kind === 'events' && names.push(data.record.name),
      onError: (error) => failures.push(error),
    },
  );
  onTestFinished(() => subscription.unsubscribe());
  await begun;
  const fact = await pool.query<{ fact: number }>('select fact from commits where developer_id = $1', [
    developerId,
  ]);

  // Nobody is told of this commit: followers look by themselves within two seconds, and find its record locked.
  await pool.query(
    `insert into commits (developer_id, xid, fact, ids, committed_at)
     values ($1, pg_current_xact_id(), $2, array[$3::uuid], now())`,
    [developerId, fact.rows[0]?.fact, id],
  );
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('lock table events in access exclusive mode');
  const reader = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitUntil(
    'the record is asked for',
    async () => (await pool.query(`select ${reader}`)).rowCount === 1,
  );
  await pool.query(`select pg_terminate_backend(pid) ${reader}`);
  await holder.query('rollback');
  holder.release();

  await waitUntil('it has arrived', () => names.length > 0 || failures.length > 0);
  expect(failures).toEqual([]);
  expect(names).toEqual(['read late']);
});

// Patience began with what there was to read, and was over when somebody had read that slowly.
test('an outage only delays who has read for long', async () => {
  const { service, principal } = caller;
  const call = { principal, requestId: 'slow' };
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const events = service.subscribe(subscriptions.records.live, { call, signal: leave.signal }, {});
  await events.next();
  const names = Array.from({ length: 30 }, (_, i) => `read slowly ${i}`);
  // Each is a commit of its own, and they are more than are read at a time.
  for (const name of names) await service.execute(operations.events.record, call, { type: 'llm.call', name });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());

  const seen: unknown[] = [];
  let isAway = false;
  const { pool } = store.database;
  while (seen.length < names.length) {
    const { value } = await events.next();
    seen.push(value?.data);
    if (isAway) continue;
    isAway = true;
    vi.advanceTimersByTime(60_000);
    await pool.query('alter table commits rename to commits_away');
    setTimeout(() => void pool.query('alter table commits_away rename to commits'), 1_000);
  }
  expect(seen).toEqual(names.map((name) => ({ kind: 'events', record: expect.objectContaining({ name }) })));
});
