import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseWorkerCount } from '../../apps/gateway/src/cli/commands/parsers.ts';
import { pooledConnections } from '../../apps/gateway/src/process/workers/connection-shares.ts';
import { Browser, signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { startGateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { attribute, useTraceCollector } from '../support/trace-collector.ts';
import { lineToEach, logLines, tellingWorkers, withWorkers } from '../support/workers.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const collector = useTraceCollector();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-workers-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const printedKey = (output: string) => /^API key: (\S+)$/m.exec(output)?.[1] ?? '';

test('several processes serve one port, print one welcome and one ready line, and log under their own worker number', async () => {
  const env = { ...tellingWorkers, OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() };
  const gateway = await gateways.start(store.url, env, withWorkers(3));
  expect(gateway.output().match(/^API key: /gm)).toHaveLength(1);
  expect(logLines(gateway).filter(({ msg }) => msg === 'Outturn is ready')).toMatchObject([
    { workers: 3, pid: gateway.child.pid, url: gateway.url.replace('127.0.0.1', 'localhost') },
  ]);

  const token = printedKey(gateway.output());
  const lines = await lineToEach(gateway, 3, token);
  const made = await lines[0]?.post('/v1/agents', token, { key: 'made-here' });
  expect(made?.status).toBe(201);
  for (const line of lines) {
    expect(await line.get('/readyz', token)).toMatchObject({ status: 200 });
    expect((await line.get('/v1/agents/made-here', token)).text).toBe(made?.text);
    line.close();
  }
  expect(new Set(logLines(gateway).flatMap(({ worker }) => worker ?? []))).toEqual(new Set([1, 2, 3]));

  // Each worker sends its own traces.
  const reads = () => collector.spans.filter(({ name, kind }) => kind === 2 && name === 'REST agents.get');
  await expect.poll(() => reads().length).toBe(3);
  for (const span of reads()) expect(attribute(span, 'http.response.status_code')).toBe('200');
});

test('the embedded PostgreSQL and the session secret are created once, and shared', {
  timeout: 120_000,
}, async () => {
  const env = { DATABASE_URL: '', DATA_DIR: folder, NODE_ENV: 'production', SESSION_SECRET: '' };
  const gateway = await startGateway(store.url, env, withWorkers(2));
  const browser = await signedUp(gateway.url);
  const again = new Browser(gateway.url);
  for (const [name, value] of browser.cookies) again.cookies.set(name, value);
  // Each connection reaches another worker.
  for (let i = 0; i < 4; i++) {
    const headers = { connection: 'close', 'sec-fetch-site': 'same-origin', 'x-outturn-csrf': '1' };
    expect((await again.send('/trpc/account.get?input={}', { headers })).status).toBe(200);
  }
  await gateway.stop();
  expect(gateway.child.exitCode).toBe(0);
  // PostgreSQL stops with its last user.
  expect(existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

describe('a number of workers', () => {
  test.each(['0', '-1', 'abc', '1000', '1.5', ''])(
    'such as %j is refused with the allowed values',
    (count) => {
      expect(() => parseWorkerCount(count)).toThrow('a number from 1 to 256, or auto for one per core');
    },
  );

  test('ends the command with 1 before it does anything, if refused', async () => {
    const { code, output, errors } = await runOutturn(store.url, 'serve', '--workers', '-1');
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(
      /^error: option '--workers <number>' argument '-1' is invalid. It must be a number/,
    );
  });

  test('auto is one per core', () => {
    expect(parseWorkerCount('auto')).toBe(availableParallelism());
  });

  test('1 runs a single process', async () => {
    const gateway = await gateways.start(store.url, {}, withWorkers(1));
    const { samples } = await scrape(gateway.url);
    expect(samples.filter(({ name }) => name.startsWith('outturn_workers'))).toEqual([]);
    expect(logLines(gateway).filter(({ worker, workers }) => worker ?? workers)).toEqual([]);
  });
});

describe('connections to PostgreSQL', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'leave room for %i workers in the default configuration of PostgreSQL',
    (count) => {
      // Three of the default 100 are reserved for superusers.
      expect(count * (pooledConnections(count) + 3)).toBeLessThan(97);
    },
  );

  test('are limited by the setting in each worker', async () => {
    const env = { ...tellingWorkers, DATABASE_POOL_SIZE: '10' };
    const gateway = await gateways.start(store.url, env, withWorkers(2));
    const { samples } = await scrape(gateway.url);
    // One connection of each worker belongs to better-auth.
    expect(sumOf(samples, 'outturn_pool_connections_max')).toBe(2 * 9);
  });

  test.each(['7', '1001', 'many'])('cannot be %s', async (size) => {
    await expect(startGateway(store.url, { DATABASE_POOL_SIZE: size })).rejects.toThrow('DATABASE_POOL_SIZE');
  });
});

describe('a failed start', () => {
  test('prints its reason once, and exits with 1', async () => {
    const { url } = await gateways.start(store.url);
    const failure = await startGateway(store.url, { PORT: new URL(url).port }, withWorkers(2)).catch(String);
    expect(failure).toMatch(
      /ended with 1:\nPort \d+ is in use\. Choose another one, for example: PORT=\d+ .*\n$/,
    );
  });

  test('does so when workers end before they can report anything', async () => {
    const NODE_OPTIONS = `--import ${path.join(import.meta.dirname, 'dies-at-start.fixture.ts')}`;
    const env = { NODE_OPTIONS, DIE_WHILE: import.meta.dirname };
    const failure = await startGateway(store.url, env, withWorkers(2)).catch(String);
    expect(failure).toMatch(
      /ended with 1:\n(?:\{.*autovacuum.*\n)?A worker cannot start: it ended with 7.\n$/,
    );
  });
});
