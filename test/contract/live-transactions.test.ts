import { Client, type PoolClient } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { eventsOf, namesUntil } from '../support/live/names-of-events.ts';
import { waitUntil } from '../support/load/wait-until.ts';

// A stream waits for open transactions that may still commit earlier records, so tests that hold one need their own
// database.
const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);

async function newEvents() {
  return eventsOf(caller.service, await caller.newPrincipal());
}

async function beginWriting(session: Client | PoolClient): Promise<void> {
  await session.query('begin');
  await session.query('select pg_current_xact_id()');
}

/** Resolves once a stream has polled for commits so many times more. */
function looks(count: number): Promise<void> {
  const { database } = caller.service;
  const rows = vi.spyOn(database, 'rows');
  onTestFinished(() => rows.mockRestore());
  return waitUntil(
    'it has looked',
    () => rows.mock.calls.filter(([name]) => name === 'commits_from').length >= count,
  );
}

test('a new stream excludes earlier records, however long other transactions take', async () => {
  const events = await newEvents();
  const holder = await store.database.pool.connect();
  await beginWriting(holder);
  await events.record('before');
  const all = events.follow();
  await all.next();
  await events.record('after');
  await holder.query('commit');
  holder.release();
  expect(await namesUntil('after', all)).toEqual(['after']);
});

test('a stream does not wait for a transaction of another database of the server', async () => {
  const url = new URL(inject('databaseUrl'));
  url.pathname = '/postgres';
  const elsewhere = new Client({ connectionString: url.href });
  await elsewhere.connect();
  onTestFinished(() => elsewhere.end());
  await beginWriting(elsewhere);
  const events = await newEvents();
  const names = await events.namesFromNow();
  await events.record('begun before the stream');
  await waitUntil('it has arrived', () => names.length === 1);

  await elsewhere.query('commit');
  await beginWriting(elsewhere);
  await events.record('begun after the stream');
  await waitUntil('it has arrived', () => names.length === 2);
  expect(names).toEqual(['begun before the stream', 'begun after the stream']);
  await elsewhere.query('rollback');
});

test('a stream waits for a transaction of its own database', async () => {
  const events = await newEvents();
  const names = await events.namesFromNow();
  const holder = await store.database.pool.connect();
  await beginWriting(holder);
  const looked = looks(4);
  await events.record('behind');
  await looked;
  expect(names).toEqual([]);

  await holder.query('commit');
  holder.release();
  await waitUntil('it has arrived', () => names.length > 0);
  expect(names).toEqual(['behind']);
});
