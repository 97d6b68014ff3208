import { type LiveEvent, operations, subscriptions } from '@outturn/service';
import { Client, type PoolClient } from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { forgetCommits } from '../../packages/service/src/live/commit-log.ts';
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

describe('commits that were forgotten', () => {
  const forgetNow = () => forgetCommits(store.database, 0);
  const tooOld = { code: 'Invalid Request', message: expect.stringContaining('too old to resume from') };

  async function newDeveloper() {
    const { service } = caller;
    const call = { principal: await caller.newPrincipal(), requestId: 'forgotten' };
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    /** Opens a stream; resolves after its position where it begins without an id. */
    const open = async (lastEventId?: string) => {
      const input = lastEventId === undefined ? {} : { lastEventId };
      const events = service.subscribe(subscriptions.records.live, { call, signal: leaving.signal }, input);
      const next = async (): Promise<LiveEvent<unknown>> => {
        const { value } = await events.next();
        if (!value) throw new Error('the stream has ended');
        return value;
      };
      const { id } = lastEventId === undefined ? await next() : { id: lastEventId };
      return { next, id: id ?? '' };
    };
    const record = (name: string) =>
      service.execute(operations.events.record, call, { type: 'llm.call', name });
    return { open, record };
  }

  const recorded = (name: string) => ({ data: { kind: 'events', record: { name } } });

  async function hold() {
    const holder = await store.database.pool.connect();
    await beginWriting(holder);
    let isHeld = true;
    const release = async () => {
      if (!isHeld) return;
      isHeld = false;
      await holder.query('commit');
      holder.release();
    };
    onTestFinished(release);
    return release;
  }

  test('end a stream that has not sent them, and its position', async () => {
    const { open, record } = await newDeveloper();
    const stream = await open();
    const release = await hold();
    await record('lost');
    await forgetNow();
    await record('later');
    await expect(stream.next()).rejects.toMatchObject(tooOld);
    await expect((await open(stream.id)).next()).rejects.toMatchObject(tooOld);
    await release();
    await expect((await open(stream.id)).next()).rejects.toMatchObject(tooOld);

    const fresh = await open();
    await record('after');
    expect(await fresh.next()).toMatchObject(recorded('after'));
  });

  test('end no stream that has sent them', async () => {
    const { open, record } = await newDeveloper();
    const stream = await open();
    await record('first');
    expect(await stream.next()).toMatchObject(recorded('first'));
    await forgetNow();
    await record('second');
    const { id = '', ...second } = await stream.next();
    expect(second).toMatchObject(recorded('second'));
    const resumed = await open(id);
    await record('third');
    expect(await resumed.next()).toMatchObject(recorded('third'));
  });

  test('end no stream of another developer, nor one that began after them', async () => {
    const one = await newDeveloper();
    const other = await newDeveloper();
    const stream = await other.open();
    const release = await hold();
    await one.record('forgotten');
    await forgetNow();
    const late = await one.open();
    await one.record('kept');
    await other.record('kept too');
    await release();
    expect(await late.next()).toMatchObject(recorded('kept'));
    expect(await stream.next()).toMatchObject(recorded('kept too'));
  });

  type Moment = readonly [snapshot: string, clock: string];
  test.each<[string, (now: Moment) => Moment, string]>([
    [
      'goes back to lower numbers, as one that is restored',
      ([, clock]) => ['5:6:', clock],
      'not of this database',
    ],
    [
      'was not read for an hour',
      ([snapshot, clock]) => [snapshot, String(Number(clock) + 3_600_000)],
      'too old to resume from',
    ],
  ])('end an open stream when its database %s', async (_, change, message) => {
    const { open } = await newDeveloper();
    const stream = await open();
    const { database } = caller.service;
    const { rows } = database;
    const changed = vi.spyOn(database, 'rows').mockImplementation(async (name, ...rest) => {
      const answer = await rows.call(database, name, ...rest);
      // The columns of this statement.
      return name === 'commits_oldest' ? [[...change(answer[0] as unknown as Moment)]] : answer;
    });
    onTestFinished(() => changed.mockRestore());
    await expect(stream.next()).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  test('are refused by age too, by the clock of the database', async () => {
    const { open, record } = await newDeveloper();
    const { id } = await open();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    onTestFinished(() => void vi.useRealTimers());
    await record('of a gateway whose clock is two hours ahead');
    const { id: next = '' } = await (await open(id)).next();
    vi.useRealTimers();
    await record('of another');
    expect(await (await open(next)).next()).toMatchObject(recorded('of another'));

    const minutesAgo = (minutes: number) =>
      id.replace(/[^-]+$/, (Date.now() - minutes * 60_000).toString(36));
    await (await open(minutesAgo(53))).next();
    await expect((await open(minutesAgo(55))).next()).rejects.toMatchObject(tooOld);
  });
});
