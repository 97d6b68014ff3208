import { beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createApiKey } from '../support/api-keys.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import {
  type Line,
  lineToEach,
  logLines,
  pidOf,
  replacements,
  tellingWorkers,
  withWorkers,
} from '../support/workers.ts';

const WORKERS = 2;
/** Concurrent, so that many connections stay open behind them. */
const SCRAPES = 8;
const RECORDED = 'outturn_operation_duration_seconds_count';

const store = usePrivateDatabase();
const gateways = useGateways();
let gateway: Gateway;
let token: string;
let lines: Line[];

beforeAll(async () => {
  ({ token } = await createApiKey(store.database, { developerName: 'a', name: 'test', plan: 'unlimited' }));
  gateway = await gateways.start(store.url, { ...tellingWorkers, REDIS_URL: '' }, withWorkers(WORKERS));
});

/** So many records through each worker, over connections of their own. */
async function recordThroughEach(count: number): Promise<void> {
  lines = await lineToEach(gateway, WORKERS, token);
  for (const line of lines) {
    for (let i = 0; i < count; i++) {
      expect((await line.post('/v1/revenues', token, minimal)).status).toBe(201);
    }
    line.close();
  }
}

const recorded = async () =>
  sumOf((await scrape(gateway.url)).samples, RECORDED, { operation: 'revenues.record', code: 'OK' });
const served = async () => sumOf((await scrape(gateway.url)).samples, 'outturn_workers');

test('every worker reports the sum of all', async () => {
  await recordThroughEach(5);
  // Each scrape is a new connection, and so reaches another worker.
  for (let i = 0; i < 4; i++) expect(await recorded()).toBe(WORKERS * 5);
  const { samples, text } = await scrape(gateway.url);
  expect(sumOf(samples, 'outturn_ledger_batch_records_sum', { kind: 'revenues' })).toBe(WORKERS * 5);
  expect(sumOf(samples, 'outturn_workers')).toBe(WORKERS);
  const buckets = samples.filter(
    ({ name, labels }) =>
      name === 'outturn_operation_duration_seconds_bucket' &&
      labels.operation === 'revenues.record' &&
      labels.code === 'OK',
  );
  expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: WORKERS * 5 });
  expect(text.match(/^# TYPE outturn_operation_duration_seconds /gm)).toHaveLength(1);
  // The earliest start, and the slowest event loop instead of a mean that hides it.
  const started = sumOf(samples, 'process_start_time_seconds');
  expect(Math.abs(started - Date.now() / 1000)).toBeLessThan(120);
  expect(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test('the version is reported once in the log and the metrics, however many processes there are', async () => {
  const { version } = manifest;
  expect(logLines(gateway).filter(({ msg }) => msg === 'Outturn is ready')).toMatchObject([{ version }]);
  const builds = (await scrape(gateway.url)).samples.filter(({ name }) => name === 'outturn_build_info');
  expect(builds).toEqual([{ name: 'outturn_build_info', labels: { version }, value: 1 }]);
});

test('concurrent scrapes agree', async () => {
  const before = await recorded();
  expect(await Promise.all(Array.from({ length: SCRAPES }, recorded))).toEqual(Array(SCRAPES).fill(before));
});

const { REDIS_URL } = process.env;
test('a gauge that is no quantity is not added up', { tags: 'Redis' }, async () => {
  const { url, stop } = await gateways.start(store.url, { REDIS_URL }, withWorkers(WORKERS));
  await expect.poll(async () => sumOf((await scrape(url)).samples, 'outturn_redis_up')).toBe(1);
  await stop();
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'no counter has fallen after the end of a worker by %s',
  { timeout: 60_000 },
  async (signal) => {
    await recordThroughEach(2);
    const before = await recorded();
    expect(before).toBeGreaterThanOrEqual(WORKERS * 2);
    const lost = async () => sumOf((await scrape(gateway.url)).samples, 'outturn_workers_lost_total');
    const lostBefore = await lost();
    const { length } = replacements(gateway);
    process.kill(pidOf(gateway, 1), signal);
    await waitUntil('another has taken the place', () => replacements(gateway).length > length);
    await expect.poll(served).toBe(WORKERS);
    expect(await recorded()).toBe(before);
    await recordThroughEach(3);
    expect(await recorded()).toBe(before + WORKERS * 3);
    expect(await lost()).toBe(lostBefore + (signal === 'SIGKILL' ? 1 : 0));
  },
);

test('a worker that is too busy to answer is reported with its last values', {
  timeout: 60_000,
}, async () => {
  const before = await recorded();
  const pid = pidOf(gateway, 2);
  process.kill(pid, 'SIGSTOP');
  try {
    // Connections of the stopped worker wait, among them all that were open already, so new ones are needed.
    const told = await Promise.any(Array.from({ length: SCRAPES + 4 }, recorded));
    expect(told).toBe(before);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});
