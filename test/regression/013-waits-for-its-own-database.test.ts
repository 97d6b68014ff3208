import { setTimeout as sleep } from 'node:timers/promises';
import { createOutturnClient } from '@outturn/client';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres, withPostgres } from '../support/load/private-postgres.ts';
import { waitUntil } from '../support/load/wait-until.ts';

// A server of its own: transactions that are prepared must be switched on, and other tests hold some of theirs for long.
const postgres = usePrivatePostgres({ max_prepared_transactions: '2' });
const gateways = useGateways();

/** Follows the records of a new developer from now on. */
async function followEvents() {
  const gateway = await gateways.start(postgres.url);
  const { token: apiKey } = await withPostgres(postgres.url, openAccount);
  const client = createOutturnClient({ url: gateway.url, apiKey });
  const names: (string | null)[] = [];
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const subscription = client.records.live.subscribe(
    {},
    {
      onData: ({ data }) => {
        if (data.kind === 'position') resolve();
        if (data.kind === 'events') names.push(data.record.name);
      },
    },
  );
  onTestFinished(() => subscription.unsubscribe());
  await begun;
  return { names, record: (name: string) => client.events.record.mutate({ type: 'llm.call', name }) };
}

async function openSession(databaseName: string): Promise<Client> {
  const at = new URL(postgres.url);
  at.pathname = `/${databaseName}`;
  const session = new Client({ connectionString: at.href });
  await session.connect();
  onTestFinished(() => session.end());
  return session;
}

test('followers do not wait for a transaction of another database of the server', async () => {
  const elsewhere = await openSession('postgres');
  await elsewhere.query('begin');
  await elsewhere.query('select pg_current_xact_id()');

  const before = await followEvents();
  await before.record('0');
  await waitUntil('it has arrived', () => before.names.length === 1);

  // As well where the transaction begins later than they.
  await elsewhere.query('commit');
  await elsewhere.query('begin');
  await elsewhere.query('select pg_current_xact_id()');
  await before.record('1');
  await waitUntil('it has arrived', () => before.names.length === 2);
  expect(before.names).toEqual(['0', '1']);
  await elsewhere.query('rollback');
});

test('followers wait for one of their own database, also once it is prepared', async () => {
  const follower = await followEvents();
  const here = await openSession(new URL(postgres.url).pathname.slice(1));
  await here.query('begin');
  await here.query('select pg_current_xact_id()');
  await follower.record('behind');
  await sleep(300);
  expect(follower.names).toEqual([]);

  await here.query("prepare transaction 'of somebody'");
  await sleep(1_000);
  expect(follower.names).toEqual([]);

  await here.query("commit prepared 'of somebody'");
  await waitUntil('it has arrived', () => follower.names.length > 0);
  expect(follower.names).toEqual(['behind']);
});
