import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutturnClient } from '@outturn/client';
import { Outturn } from '@outturn/sdk';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';

/** A month in milliseconds: more than setTimeout takes, which would call back at once. */
const MONTH = 30 * 86_400_000;
/** Long enough for many that come at once, in milliseconds. */
const A_WHILE = 1_000;

const gateways = useGateways();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await gateways.start(inject('databaseUrl'));
});

// It came back hundreds of times in a second.
test('a subscription that is told to come back in a month does not come back at once', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.writeHead(503, { 'retry-after': String(MONTH / 1_000) }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = Promise.withResolvers<number>();
  const client = createOutturnClient({ url, apiKey: 'x', onRetry: ({ delay }) => told.resolve(delay) });

  const subscription = client.records.live.subscribe({}, { onData: () => undefined });
  expect(await told.promise).toBeGreaterThan(MONTH);
  await sleep(A_WHILE);
  subscription.unsubscribe();
  expect(requests).toBe(1);
});

// Each connection was given up before it came about.
test('a client that waits for a month follows what is recorded', async () => {
  const { token } = await mintKey();
  const failed = new AbortController();
  const client = createOutturnClient({
    url: gateway.url,
    apiKey: token,
    timeout: MONTH,
    onRetry: ({ error }) => failed.abort(error),
  });
  const kinds: string[] = [];
  for await (const { data } of client.records.live.subscribe({}, { signal: failed.signal })) {
    kinds.push(data.kind);
    break;
  }
  expect(failed.signal.reason).toBeUndefined();
  expect(kinds).toEqual(['position']);
});

// It sent each record alone.
test.each([[MONTH], [Number.POSITIVE_INFINITY]])(
  'a recorder that sends every %d ms waits to be told',
  async (flushInterval) => {
    const { token } = await mintKey();
    let requests = 0;
    const outturn = new Outturn({
      baseUrl: gateway.url,
      apiKey: token,
      fetch: (...args) => {
        requests++;
        return fetch(...args);
      },
    });
    const recorder = outturn.recorder({ flushInterval });
    const recorded = recorder.record('goals', { goalKey: 'resolved', agentKey: 'a' });
    await sleep(A_WHILE);
    expect(requests).toBe(0);
    await recorder.close();
    expect(await recorded).toMatchObject({ status: 'created' });
    expect(requests).toBe(1);
  },
);
