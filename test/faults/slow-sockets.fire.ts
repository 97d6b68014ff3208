import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { measureTraffic, percentile } from '../support/load/traffic.ts';
import { keepSlow, slownesses } from '../support/tcp/slow-sockets.ts';

const SOCKETS = figure(60, 1_000);
const SECONDS = figure(19, 120);
/** The limit of normal traffic meanwhile, in milliseconds. A machine that runs other tests gets more. */
const P99 = bound(2_000, 100);
/** Milliseconds of traffic without slow sockets, before and as a measure. */
const WARM_UP = 5_000;
const REAPED_WITHIN = 20_000;

const store = usePrivateDatabase();
const gateways = useGateways();
let url: string;
let account: Account;

beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
  account = await openAccount(store.database);
});

// Concurrent: each mode has a third of the sockets, and every closed socket is replaced.
test(`${SOCKETS} slow sockets for ${SECONDS} s are each closed within 20 s, and normal traffic stays fast`, {
  timeout: SECONDS * 1_000 + 120_000,
}, async () => {
  const traffic = (signal: AbortSignal) =>
    measureTraffic({ url, ...account }, { clients: 8, perSecond: 100, signal });
  // A new gateway compiles its code, and a slow machine is slow without slow sockets, too.
  await traffic(AbortSignal.timeout(WARM_UP));
  const alone = percentile(await traffic(AbortSignal.timeout(WARM_UP)), 0.99);
  const stop = new AbortController();
  const { signal } = stop;
  const perMode = Math.ceil(SOCKETS / slownesses.length);
  const slow = slownesses.map((mode) => keepSlow({ url, ...account }, { mode, count: perMode, signal }));
  const measured = traffic(signal);
  await sleep(SECONDS * 1_000);
  stop.abort();
  const lives = await Promise.all(slow);
  const times = await measured;

  const longest = lives.map((ended) => Math.max(...ended));
  const lived = slownesses.map((mode, i) => `${mode} ${((longest[i] ?? 0) / 1000).toFixed(1)} s`);
  report(
    `${SOCKETS} slow sockets for ${SECONDS} s, ${lives.flat().length} cut off; the longest life: ${lived.join(', ')}`,
  );
  report(
    `normal traffic meanwhile: ${times.length} requests, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  );
  for (const [i, mode] of slownesses.entries()) {
    // A run that is long enough has seen every socket close.
    expect(lives[i]?.length, mode).toBeGreaterThanOrEqual(perMode);
    expect(longest[i], mode).toBeLessThan(REAPED_WITHIN + bound(2_000, 0));
  }
  expect(percentile(times, 0.99)).toBeLessThan(Math.max(P99, 3 * alone));
});
