import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { securityEventNames } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createApiKey } from '../support/api-keys.ts';
import { Browser, newEmail } from '../support/browser.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces } from '../support/drivers/surfaces.ts';
import { openStream } from '../support/live/event-stream.ts';
import { useGateways } from '../support/load/gateways.ts';
import { type Sample, scrape, sumOf } from '../support/metrics.ts';
import { runInside } from '../support/run-inside.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
let url: string;
let token: string;
let limited: string;
beforeAll(async () => {
  ({ token } = await createApiKey(store.database, { developerName: 'a', name: 'test', plan: 'unlimited' }));
  ({ token: limited } = await createApiKey(store.database, {
    developerName: 'b',
    name: 'test',
    plan: 'free',
  }));
  ({ url } = await gateways.start(store.url, { RATE_LIMITS: 'free=3', REDIS_URL: '' }));
});

const count = async (name: string, labels: Record<string, string> = {}) =>
  sumOf((await scrape(url)).samples, name, labels);

describe.each(surfaces)('$name', ({ name: surface, connect }) => {
  test('counts its calls by operation and code, and its requests by status', async () => {
    const api = connect(url, token);
    const operation = 'revenues.record';
    const idempotencyKey = randomUUID();
    const replays = await count('outturn_replays_total', { operation });
    for (let i = 0; i < 3; i++) succeeded(await api.record(minimal, { idempotencyKey }));
    await api.record({ ...minimal, amount: 'a lot' });
    await api.get('0195f3c0-0000-7000-8000-000000000000');

    const calls = (code: string, of = operation) =>
      count('outturn_operation_duration_seconds_count', { surface, operation: of, code });
    expect(await calls('OK')).toBe(3);
    expect(await calls('Invalid Request')).toBe(1);
    expect(await calls('Not Found', 'revenues.get')).toBe(1);
    expect(await count('outturn_replays_total', { operation })).toBe(replays + 2);
    expect(
      await count('outturn_http_request_duration_seconds_count', { door: surface }),
    ).toBeGreaterThanOrEqual(5);
  });
});

test('the version is a metric', async () => {
  const builds = (await scrape(url)).samples.filter(({ name }) => name === 'outturn_build_info');
  const { version } = manifest;
  expect(builds).toEqual([{ name: 'outturn_build_info', labels: { version }, value: 1 }]);
});

test('statements, batches and connections are counted', async () => {
  const before = await count('outturn_ledger_batch_records_sum', { kind: 'revenues' });
  await send(`${url}/v1/revenues/batch`, { token, body: JSON.stringify(Array(250).fill(minimal)) });
  const { samples } = await scrape(url);
  expect(sumOf(samples, 'outturn_ledger_batch_records_sum', { kind: 'revenues' })).toBe(before + 250);
  expect(
    sumOf(samples, 'outturn_statement_duration_seconds_count', { statement: 'record_revenues' }),
  ).toBeGreaterThan(0);
  expect(sumOf(samples, 'outturn_pool_connections', { pool: 'quick' })).toBeGreaterThan(0);
  expect(sumOf(samples, 'outturn_pool_connections_max', { pool: 'quick' })).toBe(8);
  expect(sumOf(samples, 'outturn_ledger_queue_records', { kind: 'revenues' })).toBe(0);
  expect(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test('a statement that fails is counted', async () => {
  await store.database.pool.query('alter table goals rename to no_goals');
  await send(`${url}/v1/goals`, { token });
  await store.database.pool.query('alter table no_goals rename to goals');
  expect(await count('outturn_statement_failures_total', { statement: 'goals_list' })).toBe(1);
});

test('decisions of the rate limit are counted, including refusals before the body', async () => {
  for (let i = 0; i < 6; i++) await send(`${url}/v1/revenues?limit=1`, { token: limited });
  const decisions = (decision: string) =>
    count('outturn_rate_limit_decisions_total', { plan: 'free', decision });
  expect([await decisions('admitted'), await decisions('refused')]).toEqual([3, 3]);
});

test('gateways count the security events of commands', async () => {
  const created = () => count('outturn_security_events_total', { event: 'account_created' });
  expect(await created()).toBe(0);
  const command = await runInside(store.url, 'accounts', 'create', newEmail());
  expect(command.code).toBe(0);
  await expect.poll(created).toBe(1);
});

test('every security event is counted from zero, including events without a log line', async () => {
  const events = (event: string) => count('outturn_security_events_total', { event });
  const { samples } = await scrape(url);
  const names = samples.filter(({ name }) => name === 'outturn_security_events_total');
  expect(names.map(({ labels }) => labels.event)).toEqual([...securityEventNames]);
  const [keys, failures] = [await events('bad_key'), await events('sign_in_failed')];
  for (let i = 0; i < 12; i++) await send(`${url}/v1/revenues`, { token: `nonsense-${i}` });
  await new Browser(url).signIn(newEmail());
  expect(await events('bad_key')).toBe(keys + 12);
  expect(await events('sign_in_failed')).toBe(failures + 1);
});

test('open subscriptions are counted', async () => {
  const authorization = `Bearer ${token}`;
  const stream = await openStream(`${url}/trpc/records.live?input=%7B%7D`, { headers: { authorization } });
  await expect.poll(() => count('outturn_subscriptions_open')).toBe(1);
  stream.close();
  await expect.poll(() => count('outturn_subscriptions_open')).toBe(0);
});

test('text of callers makes no series and is never shown', async () => {
  const act = async () => {
    const word = randomUUID();
    const headers = { 'x-request-id': word, 'user-agent': word };
    await send(`${url}/v1/${word}`, { token, headers });
    await send(`${url}/${word}`, { headers });
    await send(`${url}/trpc/${word}`, { token, headers });
    await send(`${url}/v1/revenues?agentKey=${word}&limit=${1 + Math.floor(Math.random() * 99)}`, { token });
    await send(`${url}/v1/revenues`, { token, body: JSON.stringify({ ...minimal, agentKey: word }) });
    await send(`${url}/v1/agents/${word}`, { token, method: 'DELETE', idempotencyKey: `key-${word}` });
    await send(`${url}/v1/revenues`, { token: `token-${word}` });
    return word;
  };
  // A kind of garbage collection and the timer that folds get their series when they first happen, whoever calls.
  const isOfTime = ({ name, labels }: Sample) =>
    name.startsWith('nodejs_gc_') || labels.statement === 'rollups_fold';
  const series = (samples: Sample[]) =>
    samples.filter((sample) => !isOfTime(sample)).map(({ name, labels }) => [name, labels]);
  await act();
  const before = (await scrape(url)).samples;
  const words = [await act(), await act(), await act()];
  const { text, samples } = await scrape(url);
  expect(series(samples)).toEqual(series(before));

  const { rows } = await store.database.pool.query<{ id: string }>('select id from developers');
  for (const secret of [token, limited, ...words, ...rows.map(({ id }) => id)])
    expect(text).not.toContain(secret);
  expect(samples.length).toBeLessThan(3_000);
});

describe('without a token', () => {
  /** The status of `GET /metrics`, written to a socket, because `fetch` sets the host by itself. */
  async function read(host: string | undefined, headers: Record<string, string> = {}, version = '1.1') {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const fields = Object.entries({ ...(host !== undefined && { host }), ...headers, connection: 'close' });
    const lines = fields.map(([name, value]) => `${name}: ${value}`);
    socket.write(`GET /metrics HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
  }

  test.each(['localhost', 'localhost:3000', '127.0.0.1', '127.0.0.2:3000', '[::1]', '[::1]:3000'])(
    'host %s is accepted from this machine',
    async (host) => {
      expect(await read(host)).toBe(200);
    },
  );

  // A page whose host name an attacker points to this machine also calls from this machine.
  test.each(['evil.example', 'localhost.evil.example:3000', '10.0.0.1', '0.0.0.0:3000', ''])(
    'host %j is refused',
    async (host) => {
      expect(await read(host)).toBe(404);
    },
  );

  test.each(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])(
    'a proxy that sends %s is refused',
    async (name) => {
      expect(await read('localhost', { [name]: '127.0.0.1' })).toBe(404);
    },
  );

  test('a proxy that speaks HTTP/1.0 is refused', async () => {
    expect(await read('localhost', {}, '1.0')).toBe(404);
    expect(await read(undefined, {}, '1.0')).toBe(404);
  });
});
