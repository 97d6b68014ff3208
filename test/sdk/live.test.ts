import { type LiveRecord, Outturn, type OutturnRetry } from '@outturn/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mintKey, revokeKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useUnsteadyProxies } from '../support/unsteady-proxy.ts';

const gateway = useGateway();
const startProxy = useUnsteadyProxies();

/** A developer, and the names of its events as they arrive. */
async function follow(baseUrl = gateway.url) {
  const { token: apiKey, id } = await mintKey();
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url });
  const names: string[] = [];
  const retries: OutturnRetry[] = [];
  const ending = new AbortController();
  const begun = Promise.withResolvers<void>();
  const reader = new Outturn({ apiKey, baseUrl, onRetry: (retry) => retries.push(retry) });
  const read = async () => {
    for await (const event of reader.live({ kinds: ['events'] }, { signal: ending.signal })) {
      if (event.kind === 'position') begun.resolve();
      else if (event.kind === 'events') names.push(event.record.name ?? '');
    }
  };
  const ended = read();
  await Promise.race([begun.promise, ended]);
  let recorded = 0;
  const record = async (count: number) => {
    for (let i = 0; i < count; i++) await outturn.events.record({ type: 'llm.call', name: `${recorded++}` });
  };
  const expected = () => Array.from({ length: recorded }, (_, i) => `${i}`);
  return { id, names, retries, record, expected, ended, stop: () => ending.abort() };
}

test('live() yields the records of the chosen kinds in order, and ends with its signal', async () => {
  const follower = await follow();

  await follower.record(20);
  await waitUntil('20 have arrived', () => follower.names.length >= 20);
  follower.stop();
  await follower.ended;
  expect(follower.names).toEqual(follower.expected());
});

test('records have the type and fields of their kind, and an id to resume behind', async () => {
  const { token: apiKey } = await mintKey();
  const outturn = new Outturn({ apiKey, baseUrl: `${gateway.url}/v1/` });
  const seen: LiveRecord[] = [];
  for await (const event of outturn.live()) {
    seen.push(event);
    if (event.kind === 'position') {
      await outturn.goals.record({ goalKey: 'signup' });
      await outturn.revenues.record({ amount: 1.5, recordedAt: new Date() });
    }
    if (seen.length === 3) break;
  }
  expect(seen).toMatchObject([
    { kind: 'position' },
    { kind: 'goals', record: { goalKey: 'signup' } },
    { kind: 'revenues', record: { amount: '1.5' } },
  ]);
  for await (const event of outturn.live({ lastEventId: seen[1]?.id })) {
    expect(event).toEqual({ ...seen[2], id: event.id });
    break;
  }
});

test('live() reconnects behind the last event, however often it is refused', {
  timeout: 60_000,
}, async () => {
  const proxy = await startProxy(gateway.url);
  const follower = await follow(proxy.url);
  await follower.record(3);
  await waitUntil('3 have arrived', () => follower.names.length >= 3);

  for (const way of ['closed', 429, 503] as const) {
    const { length } = follower.retries;
    proxy.way = way;
    proxy.cut();
    await follower.record(3);
    await waitUntil('it has tried', () => follower.retries.length > length);
  }
  proxy.way = 'open';
  await waitUntil('12 have arrived', () => follower.names.length >= 12);
  follower.stop();
  await follower.ended;

  expect(follower.names).toEqual(follower.expected());
  const codes = new Set(follower.retries.map(({ error }) => error.code ?? error.name));
  expect(codes).toEqual(new Set(['OutturnConnectionError', 'HTTP 429', 'HTTP 503']));
});

test('live() keeps the connection of a reader that is busy for long', async () => {
  const { token: apiKey } = await mintKey();
  const retries: OutturnRetry[] = [];
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url, onRetry: (retry) => retries.push(retry) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());

  let seen = 0;
  for await (const _ of outturn.live({ kinds: ['goals'] })) {
    if (++seen === 3) break;
    await outturn.goals.record({ goalKey: 'signup' });
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(retries).toEqual([]);
});

test('a refusal ends live() for good, at its start and when its key is revoked', async () => {
  const { token: apiKey } = await mintKey({ scopes: ['goals:read'] });
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url });
  const read = async () => {
    for await (const _ of outturn.live({ kinds: ['events'] }));
  };
  expect(await failureOf(read())).toMatchObject({
    code: 'Forbidden',
    status: 403,
    path: 'GET /trpc/records.live',
  });

  const follower = await follow();
  await revokeKey(follower.id);
  expect(await failureOf(follower.ended)).toMatchObject({ code: 'Unauthorized', status: 401 });
});
