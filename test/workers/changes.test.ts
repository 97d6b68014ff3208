import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../support/api-keys.ts';
import { signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import type { Gateway } from '../support/gateway.ts';
import { type EventStream, openStream } from '../support/live/event-stream.ts';
import { bound, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runInside } from '../support/run-inside.ts';
import {
  type Line,
  lineToEach,
  logLines,
  openLine,
  tellingWorkers,
  withWorkers,
} from '../support/workers.ts';

/** Polls often, because a change takes milliseconds to reach every process. */
const OFTEN = { interval: 5 };
/** The limit that the command promises. */
const WITHIN_A_SECOND = { ...OFTEN, timeout: bound(8_000, 1_000) };
const limits = { REDIS_URL: '', RATE_LIMITS: 'free=700,pro=7000' };

const store = usePrivateDatabase();
const gateways = useGateways();

/** Processes on one database, each with a connection to it, that a change must reach. */
type Processes = { name: string; start(token: string): Promise<{ gateways: Gateway[]; lines: Line[] }> };

const processes: Processes[] = [
  {
    name: 'two workers of one gateway',
    async start(token) {
      const gateway = await gateways.start(store.url, { ...limits, ...tellingWorkers }, withWorkers(2));
      return { gateways: [gateway], lines: await lineToEach(gateway, 2, token) };
    },
  },
  {
    name: 'three gateways',
    async start() {
      const started = await Promise.all([1, 2, 3].map(() => gateways.start(store.url, limits)));
      return { gateways: started, lines: started.map((gateway) => openLine(gateway)) };
    },
  },
];

describe.each(processes)('$name', ({ name, start }) => {
  let running: Gateway[];
  let lines: Line[];
  let token: string;
  beforeAll(async () => {
    ({ token } = await newKey('unlimited'));
    ({ gateways: running, lines } = await start(token));
  });
  afterAll(() => {
    for (const line of lines ?? []) line.close();
  });

  let developers = 0;
  async function newKey(plan: 'free' | 'unlimited') {
    const developerName = `${name} ${developers++}`;
    const key = await createApiKey(store.database, { developerName, name: 'test', plan });
    return { ...key, developerName };
  }

  const onEach = <T>(ask: (line: Line) => Promise<T>) => Promise.all(lines.map(ask));
  const statuses = (key: string) =>
    onEach(async (line) => (await line.get('/v1/agents?limit=1', key)).status);
  const all = <T>(value: T) => lines.map(() => value);

  /** Waits until a change shows in every process, and reports how long that took. */
  async function isEverywhere<T>(
    what: string,
    read: () => Promise<T>,
    expected: T,
    options = OFTEN,
  ): Promise<void> {
    const since = performance.now();
    await expect.poll(read, options).toEqual(expected);
    report(`${name}: ${what} everywhere after ${(performance.now() - since).toFixed(0)} ms`);
  }

  test('a revoked key is refused by every process', async () => {
    const key = await newKey('unlimited');
    expect(await statuses(key.token)).toEqual(all(200));
    await revokeApiKey(store.database, key.id);
    await isEverywhere('a revocation', () => statuses(key.token), all(401));
  });

  test('a key that is made through one process works at once in all', async () => {
    const [first] = running;
    const { trpc } = await signedUp(first?.url ?? '');
    const made = await trpc.apiKeys.create.mutate({ name: 'new', scopes: ['agents:read'] });
    expect(await statuses(made.token)).toEqual(all(200));
    await trpc.apiKeys.revoke.mutate({ id: made.id });
    await isEverywhere('a revocation in the dashboard', () => statuses(made.token), all(401));
  });

  test('a changed plan applies in every process', async () => {
    const key = await newKey('free');
    const limitsNow = () =>
      onEach(async (line) => (await line.get('/v1/agents?limit=1', key.token)).headers['x-ratelimit-limit']);
    expect(await limitsNow()).toEqual(all('700'));
    expect(await runInside(store.url, 'developers', 'plan', key.developerName, 'pro')).toMatchObject({
      code: 0,
      output: `${key.developerName}: free → pro\n`,
    });
    await isEverywhere('a plan', limitsNow, all('7000'), WITHIN_A_SECOND);
  });

  test('a change of an agent or a goal type applies at once in every process', async () => {
    const { token } = await newKey('unlimited');
    const [first] = lines;
    const record = (line: Line) => line.post('/v1/goals', token, { goalKey: 'signup', agentKey: 'ada' });
    for (const { status } of await onEach(record)) expect(status).toBe(201);

    await first?.post('/trpc/agents.update', token, { key: 'ada', name: 'Ada Lovelace' });
    const names = await onEach(
      async (line) => JSON.parse((await line.get('/v1/agents/ada', token)).text).name,
    );
    expect(names).toEqual(all('Ada Lovelace'));

    await first?.post('/trpc/goalTypes.update', token, { key: 'signup', value: '12.50' });
    await onEach(record);
    const outcomes = JSON.parse((await first?.get('/v1/outcomes', token))?.text ?? '{}');
    expect(outcomes.map(({ value }: { value: string }) => value)).toEqual(all('12.50'));
  });

  test('an agent that is deleted through one process is created again by a record through any', async () => {
    const { token } = await newKey('unlimited');
    const record = (line: Line) => line.post('/v1/revenues', token, { ...minimal, agentKey: 'ada' });
    const [first] = lines;
    for (const line of lines) {
      // Every process has cached the agent's id.
      for (const { status } of await onEach(record)) expect(status).toBe(201);
      await first?.post('/trpc/agents.delete', token, { key: 'ada' });
      const isBack = async () => {
        await record(line);
        return (await line.get('/v1/agents/ada', token)).status;
      };
      await isEverywhere('a deletion', isBack, 200);
    }
  });

  test('a record through one process is streamed live by every process', async () => {
    const { token } = await newKey('unlimited');
    const headers = { authorization: `Bearer ${token}` };
    const streams: EventStream[] = [];
    const nextWith = async (stream: EventStream, text: string) => {
      for (let event = await stream.next(); event; event = await stream.next())
        if (event.data.includes(text)) return performance.now();
      throw new Error('a stream has ended');
    };
    // Workers get connections in turn, so two for each process reach them all.
    for (const { url } of [...running, ...running, ...running, ...running])
      streams.push(await openStream(`${url}/trpc/records.live?input={}`, { headers }));
    // From its position on, a stream has everything.
    await Promise.all(streams.map((stream) => nextWith(stream, '"position"')));
    const seen = Promise.all(streams.map((stream) => nextWith(stream, '"record"')));
    const since = performance.now();
    const [first] = lines;
    expect((await first?.post('/v1/revenues', token, minimal))?.status).toBe(201);
    report(
      `${name}: a record seen live after ${(Math.max(...(await seen)) - since).toFixed(0)} ms at the latest`,
    );
    for (const stream of streams) stream.close();

    const isOfWorkers = lines.some(({ worker }) => worker !== undefined);
    if (!isOfWorkers) return;
    const followed = () =>
      new Set(running.flatMap(logLines).flatMap(({ door, worker }) => (door === 'tRPC live' ? worker : [])));
    await expect.poll(followed, OFTEN).toEqual(new Set(lines.map(({ worker }) => worker)));
  });
});
