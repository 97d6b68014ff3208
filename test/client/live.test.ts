import { createOutturnClient, type OutturnClient, OutturnClientError, type Retry } from '@outturn/client';
import { describe, expect, test } from 'vitest';
import { mintKey, revokeKey } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useUnsteadyProxies } from '../support/unsteady-proxy.ts';

const gateway = useGateway();
/** A second gateway on the same database, which the last test stops. */
const other = useOwnGateway();
const startProxy = useUnsteadyProxies();

type Follower = {
  names: string[];
  states: string[];
  retries: Retry[];
  stop(): void;
  failure: Promise<unknown>;
};

/**
 * Follows the events of a developer and collects their `names`. Resolves at its position, from which on records arrive.
 */
async function follow(url: string, apiKey: string): Promise<Follower> {
  const retries: Retry[] = [];
  const client = createOutturnClient({ url, apiKey, onRetry: (retry) => retries.push(retry) });
  const names: string[] = [];
  const states: string[] = [];
  const failed = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const subscription = client.records.live.subscribe(
    { kinds: ['events'] },
    {
      onData: ({ data }) => {
        if (data.kind === 'position') begun.resolve();
        if (data.kind === 'events') names.push(data.record.name ?? '');
      },
      onConnectionStateChange: ({ state }) => states.push(state),
      onError: failed.resolve,
    },
  );
  await begun.promise;
  return { names, states, retries, stop: () => subscription.unsubscribe(), failure: failed.promise };
}

/** A developer, and a function that records events with consecutive names from 0 on. */
async function openDeveloper(url: string) {
  const { token, id } = await mintKey();
  const client = createOutturnClient({ url, apiKey: token });
  let recorded = 0;
  const record = async (count: number) => {
    for (let i = 0; i < count; i++)
      await client.events.record.mutate({ type: 'llm.call', name: `${recorded++}` });
  };
  return { token, id, client, record, expected: () => Array.from({ length: recorded }, (_, i) => `${i}`) };
}

const arrived = ({ names }: Follower, count: number) =>
  waitUntil(`${count} have arrived`, () => names.length >= count);

describe('a subscription', () => {
  test('yields the records of the chosen kinds in order, whichever gateway records them', async () => {
    const developer = await openDeveloper(gateway.url);
    const follower = await follow(other.url, developer.token);

    await developer.client.goals.record.mutate({ goalKey: 'signup' });
    await developer.record(20);
    await arrived(follower, 20);

    expect(follower.names).toEqual(developer.expected());
    expect(follower.states).toEqual(['connecting', 'pending']);
    follower.stop();
  });

  test('ends with its signal, or where the reader leaves its loop', async () => {
    const { token, client, record } = await openDeveloper(gateway.url);
    const proxy = await startProxy(gateway.url);
    const reader = createOutturnClient({ url: proxy.url, apiKey: token });
    const kinds: string[] = [];

    for await (const { data } of reader.records.live.subscribe({})) {
      kinds.push(data.kind);
      // The first event is a position to resume from.
      if (data.kind === 'position') await record(1);
      else break;
    }
    expect(kinds).toEqual(['position', 'events']);

    const ending = new AbortController();
    for await (const { data } of reader.records.live.subscribe({}, { signal: ending.signal })) {
      kinds.push(data.kind);
      setTimeout(() => ending.abort());
    }
    expect(kinds).toEqual(['position', 'events', 'position']);
    expect(proxy.requests).toBe(2);
    expect((await client.events.list.query({})).items).toHaveLength(1);
  });

  test('is refused for good with the error of Outturn', async () => {
    const { token } = await mintKey({ scopes: ['goals:read'] });
    const client = createOutturnClient({ url: gateway.url, apiKey: token });
    const read = async (caller: OutturnClient, kinds: 'events'[]) => {
      for await (const _ of caller.records.live.subscribe({ kinds }));
    };

    expect(await failureOf(read(client, ['events']))).toMatchObject({ code: 'Forbidden', status: 403 });
    expect(await failureOf(read(client, []))).toMatchObject({ code: 'Invalid Request', status: 400 });
    const stranger = createOutturnClient({ url: gateway.url, apiKey: 'nonsense' });
    const error = await failureOf(read(stranger, ['events']));
    expect(error).toBeInstanceOf(OutturnClientError);
    expect(error).toMatchObject({ code: 'Unauthorized', status: 401, path: 'records.live' });
  });

  test('ends when its key is revoked', async () => {
    const developer = await openDeveloper(gateway.url);
    const follower = await follow(gateway.url, developer.token);
    await developer.record(1);
    await arrived(follower, 1);

    await revokeKey(developer.id);
    expect(await follower.failure).toMatchObject({ code: 'Unauthorized', status: 401 });
    expect(follower.names).toEqual(['0']);
  });

  test('to a slice yields its running totals', async () => {
    const { client, record } = await openDeveloper(gateway.url);
    const window = { from: '2020-01-01', to: '2040-01-01' };
    const counts: (number | undefined)[] = [];

    for await (const slice of client.analytics.live.subscribe({ window, totals: ['events'] })) {
      counts.push(slice.totals?.events);
      if (counts.length === 1) await record(3);
      if (counts.at(-1) === 3) break;
    }
    expect(counts[0]).toBe(0);
  });
});

describe('a connection that is lost', () => {
  test('resumes after the last event, however often it is refused', { timeout: 60_000 }, async () => {
    const developer = await openDeveloper(gateway.url);
    const proxy = await startProxy(gateway.url);
    const follower = await follow(proxy.url, developer.token);
    await developer.record(5);
    await arrived(follower, 5);

    for (const way of ['closed', 429, 503] as const) {
      const { length } = follower.retries;
      proxy.way = way;
      proxy.cut();
      await developer.record(5);
      await waitUntil('it has tried', () => follower.retries.length > length);
    }
    proxy.way = 'open';
    await arrived(follower, 20);
    proxy.cut();
    await developer.record(5);
    await arrived(follower, 25);

    expect(follower.names).toEqual(developer.expected());
    const codes = new Set(follower.retries.map(({ error }) => ('code' in error ? error.code : error.name)));
    expect(codes).toEqual(new Set(['OutturnConnectionError', 'HTTP 429', 'HTTP 503']));
    follower.stop();
  });

  test('before the first record misses none either', async () => {
    const developer = await openDeveloper(gateway.url);
    const proxy = await startProxy(gateway.url);
    const follower = await follow(proxy.url, developer.token);

    proxy.way = 'closed';
    proxy.cut();
    await developer.record(3);
    proxy.way = 'open';
    await arrived(follower, 3);

    expect(follower.names).toEqual(developer.expected());
    follower.stop();
  });

  test('because the gateway was stopped resumes at the next gateway', { timeout: 60_000 }, async () => {
    const developer = await openDeveloper(gateway.url);
    const proxy = await startProxy(other.url);
    const follower = await follow(proxy.url, developer.token);
    await developer.record(2);
    await arrived(follower, 2);

    await other.stop('SIGTERM');
    // With requests still in flight after its grace period it would exit with 1.
    expect(other.child.exitCode).toBe(0);
    await developer.record(2);
    proxy.target = gateway.url;
    await arrived(follower, 4);

    expect(follower.names).toEqual(developer.expected());
    follower.stop();
  });
});
