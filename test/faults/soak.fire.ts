import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { mixedLoad } from '../support/load/mixed-load.ts';
import { measureTraffic, percentile } from '../support/load/traffic.ts';
import { probed } from '../support/process-probe.ts';
import type { Vitals } from '../support/process-probe-inside.ts';

const SECONDS = figure(7, 1_800);
const SAMPLES = 30;
/** The limit of heap growth in MB per minute: over half an hour, less than the noise of a collection. */
const STEEPEST = bound(100, 0.2);

const store = usePrivateDatabase();
const gateways = useGateways();
const { env, probe } = probed();

type Sample = Vitals & { minute: number; connections: number };

async function sample(started: number): Promise<Sample> {
  const { rows } = await store.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name ~ '^outturn/[0-9]+$' and pid <> pg_backend_pid()`,
  );
  const minute = (performance.now() - started) / 60_000;
  return { ...(await probe()), minute, connections: rows[0]?.count ?? 0 };
}

/** The rise per minute of the straight line closest to all points. */
function slope(points: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(({ minute }) => minute));
  const y = mean(points.map(of));
  const above = points.reduce((sum, point) => sum + (point.minute - x) * (of(point) - y), 0);
  return above / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

test(`${SECONDS} seconds of mixed load leave heap, descriptors, listeners and connections flat`, {
  timeout: SECONDS * 1_000 + 120_000,
}, async () => {
  const { url, output } = await gateways.start(store.url, env);
  const account = await openAccount(store.database);
  await giveValues(url, account);
  const stop = new AbortController();
  const { signal } = stop;
  const traffic = measureTraffic({ url, ...account }, { clients: 8, perSecond: 60, signal });
  const load = mixedLoad({ url, ...account }, signal);

  const started = performance.now();
  const samples: Sample[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await sleep((SECONDS * 1_000) / SAMPLES);
    samples.push(await sample(started));
  }
  stop.abort();
  const times = await traffic;
  const done = await load;

  // The first third warms up: code is compiled, caches fill, connections open.
  const steady = samples.slice(SAMPLES / 3);
  const [earlier, later] = [steady.slice(0, SAMPLES / 3), steady.slice(SAMPLES / 3)];
  const most = (part: readonly Sample[], of: (one: Sample) => number) => Math.max(...part.map(of));
  const perMinute = slope(steady, ({ heap }) => heap) / 1e6;
  const range = (of: (one: Sample) => number) => `${Math.min(...steady.map(of))} to ${most(steady, of)}`;
  report(
    `${(SECONDS / 60).toFixed(1)} minutes: ${times.length} records and lists, ${done.batches} batches of 100, ${done.questions} questions of ` +
      `analytics, ${done.subscriptions} subscriptions; p99 of records and lists ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  report(
    `heap ${perMinute.toFixed(2)} MB a minute; descriptors ${range((one) => one.descriptors)}, listeners ` +
      `${range((one) => one.listeners)}, connections to PostgreSQL ${range((one) => one.connections)}`,
  );
  expect(perMinute).toBeLessThan(STEEPEST);
  for (const [what, room] of [
    ['descriptors', 12],
    ['listeners', 0],
    ['resources', 20],
    ['connections', 3],
  ] as const) {
    expect(
      most(later, (one) => one[what]),
      what,
    ).toBeLessThanOrEqual(most(earlier, (one) => one[what]) + room);
  }
  expect(output()).not.toMatch(/"level":(50|60)|MaxListeners/);
});
