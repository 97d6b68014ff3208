import { createOutturnClient } from '@outturn/client';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

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
