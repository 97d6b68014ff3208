import { createOutturnClient } from '@outturn/client';
import { createService, operations, product } from '@outturn/service';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { adjustDatabaseTime } from '../../packages/service/src/base/clock.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const gateway = useGateway();
const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
] as const;

describe.each(zones)('by the clock of PostgreSQL in %s', (timeZone) => {
  /** Starts of the current period, of the one before and of the one before that, and the end of the current minute. */
  async function edges(unit: string) {
    const { pool } = await testDatabase();
    const step = unit === 'quarter' ? `interval '3 months'` : `interval '1 ${unit}'`;
    const start = (back: number) =>
      `extract(epoch from (date_trunc('${unit}', now() at time zone $1) - ${back} * ${step}) at time zone $1) * 1000`;
    const { rows } = await pool.query<Record<string, string>>(
      `select ${start(0)} as current, ${start(1)} as before, ${start(2)} as earlier,
         extract(epoch from date_trunc('minute', now()) + interval '1 minute') * 1000 as minute`,
      [timeZone],
    );
    return Object.fromEntries(
      Object.entries(rows[0] ?? {}).map(([name, time]) => [name, new Date(Number(time)).toISOString()]),
    );
  }

  test('windows begin and end as its calendar says', async () => {
    const { token } = await mintKey();
    const { analytics } = createOutturnClient({ url: gateway.url, apiKey: token });
    const ask = async (window: Parameters<typeof analytics.slice.query>[0]['window']) =>
      (await analytics.slice.query({ window, timeZone })).window;
    for (const unit of units) {
      // The minute may turn between the statement and the questions.
      await expect
        .poll(async () => {
          const { current, before, earlier, minute } = await edges(unit);
          const [now, previous, last] = await Promise.all([
            ask({ this: unit }),
            ask({ previous: unit }),
            ask({ last: 3, unit }),
          ]);

          return [
            now.from === current,
            now.to === minute,
            previous.from === before,
            previous.to === current,
            last.from === earlier,
          ];
        })
        .toEqual([true, true, true, true, true]);
    }
  });
});

/** A service in this process, whose clock a test can set. */
const store = usePrivateDatabase();

async function openService() {
  const service = await createService({ url: store.url });
  onTestFinished(() => service.close());
  const call = { principal: await newPrincipal(service, store), requestId: 'question' };
  return { service, call };
}

function setClock(at: string | number): void {
  const now = performance.now();
  adjustDatabaseTime({ time: new Date(at).getTime(), sentAt: now, receivedAt: now });
}
afterEach(() => setClock(Date.now()));

test('a question that waits for its turn is answered for the minute in which it comes', async () => {
  const { service, call } = await openService();
  const ask = async () => {
    const { output } = await service.execute(operations.analytics.slice, call, {
      window: { this: 'day' },
      totals: ['revenue'],
    });
    return output.value.window.to;
  };
  const lock = await store.database.pool.connect();
  onTestFinished(() => lock.release(true));
  await lock.query('begin; lock table rollups');
  setClock('2026-06-15T23:58:30Z');
  const first = [ask(), ask()];
  await waitUntil('both questions wait for the lock', async () => {
    const { rows } = await store.database.pool.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database() and a.query like 'with grouped%'`,
    );
    return rows.length === 2;
  });
  const third = ask();
  setClock('2026-06-16T00:00:10Z');
  await lock.query('commit');
  expect(await Promise.all(first)).toEqual(['2026-06-15T23:59:00.000Z', '2026-06-15T23:59:00.000Z']);
  expect(await third).toBe('2026-06-16T00:01:00.000Z');
});

test('a live question moves on at the turn of a minute, without a record', async () => {
  const { service, call } = await openService();
  await service.execute(operations.revenues.record, call, {
    amount: '1',
    recordedAt: '2026-06-15T12:00:00Z',
  });
  setClock('2026-06-15T23:59:59.500Z');
  const leaving = new AbortController();
  const events = service.subscribe(
    product.analytics.live,
    { call, signal: leaving.signal },
    { window: { this: 'day' }, totals: ['revenue'] },
  );
  const next = async () => {
    const { value } = await events.next();
    return [value?.data.window.to, value?.data.totals?.revenue];
  };
  expect(await next()).toEqual(['2026-06-16T00:00:00.000Z', '1']);
  expect(await next()).toEqual(['2026-06-16T00:01:00.000Z', '0']);
  leaving.abort();
});
