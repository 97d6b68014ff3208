import { operations, subscriptions } from '@outturn/service';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { eventsOf } from '../support/live/names-of-events.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);

test('an outage between a commit and its records delays a stream and does not end it', async () => {
  const { service, principal } = caller;
  const { developerId } = principal;
  const events = eventsOf(service, principal);
  const { pool } = store.database;
  const { output } = await events.record('read late');
  const names = await events.namesFromNow();
  const { rows } = await pool.query<{ fact: number }>('select fact from commits where developer_id = $1', [
    developerId,
  ]);

  // This commit sends no notice: the stream polls within two seconds, and finds its record locked.
  await pool.query(
    `insert into commits (developer_id, xid, fact, ids, committed_at)
     values ($1, pg_current_xact_id(), $2, array[$3::uuid], now())`,
    [developerId, rows[0]?.fact, JSON.parse(output.text).id],
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

  await waitUntil('it has arrived', () => names.length > 0);
  expect(names).toEqual(['read late']);
});

test('an outage delays a stream whose client reads more slowly than the longest outage', async () => {
  const { service, principal } = caller;
  const call = { principal, requestId: 'slow' };
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const events = service.subscribe(subscriptions.records.live, { call, signal: leave.signal }, {});
  await events.next();
  const names = Array.from({ length: 30 }, (_, i) => `read slowly ${i}`);
  // Each is a commit of its own, and there are more of them than one read takes.
  for (const name of names) await service.execute(operations.events.record, call, { type: 'llm.call', name });
  const rows = vi.spyOn(service.database, 'rows');
  onTestFinished(() => rows.mockRestore());
  const hasFailed = () => rows.mock.settledResults.some(({ type }) => type === 'rejected');
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());

  const seen: unknown[] = [];
  let back: Promise<unknown> | undefined;
  const { pool } = store.database;
  while (seen.length < names.length) {
    const { value } = await events.next();
    seen.push(value?.data);
    if (back) continue;
    vi.advanceTimersByTime(60_000);
    await pool.query('alter table commits rename to commits_away');
    back = waitUntil('the stream has met the outage', hasFailed).then(() =>
      pool.query('alter table commits_away rename to commits'),
    );
  }
  await back;
  expect(seen).toEqual(names.map((name) => ({ kind: 'events', record: expect.objectContaining({ name }) })));
});
