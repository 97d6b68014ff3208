import type { Revenue } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Call, parse, type Result, succeeded, untyped } from '../support/drivers/driver.ts';
import { isReplay, send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { endpointSample, minimal, recordId } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { withClient } from '../support/drivers/trpc.ts';

type Item =
  | { status: 'created' | 'replayed'; record: Revenue }
  | { status: 'rejected'; error: { code: string; message: string; details?: unknown } };
type Batch = { created: number; replayed: number; rejected: number; results: Item[] };
type RecordBatch = (items: unknown, call: Call) => Promise<Result<Batch>>;

const gateway = useGateway();

const overRest: RecordBatch = async (items, call) => {
  const url = `${gateway.url}/v1/revenues/batch`;
  const { status, text, headers } = await send(url, { ...call, body: JSON.stringify(items) });
  if (status === 200) return { ok: true, value: parse<Batch>(text), replayed: isReplay(headers) };
  return { ok: false, ...parse<{ code: string; message: string; status: number; details: undefined }>(text) };
};

const overTrpc: RecordBatch = (items, call) =>
  withClient(gateway.url, call, async (client) =>
    untyped<Batch>(await client.revenues.recordBatch.mutate(untyped(items))),
  );

const routes: { name: string; recordBatch: RecordBatch }[] = [
  { name: 'REST', recordBatch: overRest },
  { name: 'tRPC', recordBatch: overTrpc },
];

const recordsOf = ({ results }: Batch) =>
  results.map((item) => (item.status === 'rejected' ? item.error.code : item.record));

describe.each(routes)('batches over $name', ({ recordBatch }) => {
  const send = async (token: string, items: unknown, idempotencyKey?: string) =>
    succeeded(await recordBatch(items, { token, ...(idempotencyKey && { idempotencyKey }) }));

  test('return results in the order of the items, each decided by itself', async () => {
    const { token } = await mintKey();
    const items = [
      endpointSample,
      { ...minimal, amount: 'much' },
      { ...minimal, amount: '3' },
      'nonsense',
      null,
      { ...minimal, recordedAt: '9999-01-15T10:30:00.000Z' },
    ];
    const batch = await send(token, items);

    expect(batch).toMatchObject({ created: 2, replayed: 0, rejected: 4 });
    expect(batch.results).toEqual([
      { status: 'created', record: expect.objectContaining(endpointSample) },
      { status: 'rejected', error: expect.objectContaining({ code: 'Invalid Request' }) },
      { status: 'created', record: expect.objectContaining({ ...minimal, amount: '3', agentKey: null }) },
      { status: 'rejected', error: expect.objectContaining({ code: 'Invalid Request' }) },
      { status: 'rejected', error: expect.objectContaining({ code: 'Invalid Request' }) },
      {
        status: 'rejected',
        error: {
          code: 'Invalid Request',
          message: expect.stringContaining('recordedAt must not be more than a day in the future'),
          details: [{ field: 'recordedAt', message: expect.any(String) }],
        },
      },
    ]);
    expect(batch.results[1]).toMatchObject({ error: { details: [{ field: 'amount' }] } });
    const listed = succeeded(await connectRest(gateway.url, token).list()).items;
    expect(listed.reverse()).toEqual([recordsOf(batch)[0], recordsOf(batch)[2]]);
  });

  test('are answered also when every item is rejected', async () => {
    const { token } = await mintKey();
    const batch = await send(token, [{ ...minimal, amount: 'much' }, 5]);

    expect(batch).toMatchObject({ created: 0, replayed: 0, rejected: 2 });
    expect(recordsOf(batch)).toEqual(['Invalid Request', 'Invalid Request']);
  });

  test('take a thousand items in order, and refuse one more', async () => {
    const { token } = await mintKey();
    const items = Array.from({ length: 1000 }, (_, i) => ({
      ...minimal,
      amount: `${i}`,
      agentKey: `a${i % 7}`,
    }));
    const batch = await send(token, items);

    expect(batch).toMatchObject({ created: 1000, replayed: 0, rejected: 0 });
    expect(batch.results.map((item) => item.status !== 'rejected' && item.record.amount)).toEqual(
      items.map(({ amount }) => amount),
    );
    for (const wrong of [[...items, minimal], [], minimal, 'text', null]) {
      expect(await recordBatch(wrong, { token })).toMatchObject({
        ok: false,
        code: 'Invalid Request',
        status: 400,
        message: expect.stringContaining('must be a JSON array of 1 to 1000 records'),
      });
    }
  });

  test('keep the idempotency key of each item, in batches and outside', async () => {
    const { token } = await mintKey();
    const items = [
      { ...minimal, idempotencyKey: 'a' },
      { ...minimal, amount: '2', idempotencyKey: 'b' },
    ];
    const original = await send(token, items);
    const [first, second] = recordsOf(original);
    const retry = await send(token, [...items.toReversed(), { ...items[0], amount: '9' }]);

    expect(original).toMatchObject({ created: 2, replayed: 0, rejected: 0 });
    expect(retry).toMatchObject({ created: 0, replayed: 2, rejected: 1 });
    expect(recordsOf(retry)).toEqual([second, first, 'Idempotency Key Reused']);
    const single = await connectRest(gateway.url, token).record(minimal, { idempotencyKey: 'a' });
    expect(single).toEqual({ ok: true, value: first, replayed: true });
  });

  test('tell items with different fields apart, whatever came before them', async () => {
    const { token } = await mintKey();
    const ofAgent = { ...minimal, agentKey: 'a' };
    const ofCustomer = { ...minimal, customerKey: 'a' };
    const kinds = [ofAgent, ofCustomer, ofAgent, minimal, ofCustomer, ofCustomer, minimal, ofAgent];
    const items = kinds.map((kind, i) => ({ ...kind, idempotencyKey: `${i}` }));
    const original = await send(token, items);
    const sorted = items.toSorted((a, b) => Object.keys(a).join().localeCompare(Object.keys(b).join()));
    const retry = await send(token, sorted);
    const swapped = await send(token, [
      { ...ofCustomer, idempotencyKey: '0' },
      { ...ofAgent, idempotencyKey: '1' },
    ]);

    expect(original).toMatchObject({ created: 8, replayed: 0, rejected: 0 });
    expect(retry).toMatchObject({ created: 0, replayed: 8, rejected: 0 });
    expect(recordsOf(swapped)).toEqual(['Idempotency Key Reused', 'Idempotency Key Reused']);
  });

  test('with a repeated key make one record, or refuse the repetition', async () => {
    const { token } = await mintKey();
    const item = { ...minimal, idempotencyKey: 'a' };
    const batch = await send(token, [item, item, { ...item, amount: '2' }, item]);
    const [first] = recordsOf(batch);

    expect(batch.results.map(({ status }) => status)).toEqual([
      'created',
      'replayed',
      'rejected',
      'replayed',
    ]);
    expect(recordsOf(batch)).toEqual([first, first, 'Idempotency Key Reused', first]);
  });

  test('with a key of the request use <key>:<i> for item i without its own', async () => {
    const { token } = await mintKey();
    const items = [minimal, { ...minimal, amount: '2', idempotencyKey: 'own' }, { ...minimal, amount: '3' }];
    const original = await send(token, items, 'request');
    const records = recordsOf(original);

    const retry = await recordBatch(items, { token, idempotencyKey: 'request' });
    expect(retry).toMatchObject({
      ok: true,
      replayed: true,
      value: { created: 0, replayed: 3, rejected: 0 },
    });
    expect(recordsOf(succeeded(retry))).toEqual(records);
    const api = connectRest(gateway.url, token);
    const calls = [
      [minimal, 'request:0'],
      [{ ...minimal, amount: '2' }, 'own'],
      [{ ...minimal, amount: '3' }, 'request:2'],
    ] as const;
    for (const [i, [input, idempotencyKey]] of calls.entries()) {
      expect(await api.record(input, { idempotencyKey })).toEqual({
        ok: true,
        value: records[i],
        replayed: true,
      });
    }
    expect(await api.record({ ...minimal, amount: '2' }, { idempotencyKey: 'request:1' })).toMatchObject({
      replayed: false,
    });
  });

  test('treat a null key of an item as no key, and name any other wrong key', async () => {
    const { token } = await mintKey();
    const batch = await send(token, [
      { ...minimal, idempotencyKey: null },
      { ...minimal, amount: '2', idempotencyKey: null },
      { ...minimal, idempotencyKey: 5 },
      { ...minimal, idempotencyKey: 'with space' },
    ]);

    expect(batch.results).toEqual([
      { status: 'created', record: expect.objectContaining({ id: expect.stringMatching(recordId) }) },
      { status: 'created', record: expect.objectContaining({ amount: '2' }) },
      ...[2, 3].map(() => ({
        status: 'rejected',
        error: expect.objectContaining({
          code: 'Invalid Request',
          details: [expect.objectContaining({ field: 'idempotencyKey' })],
        }),
      })),
    ]);
  });
});

test('name an item that is not an object', async () => {
  const { token } = await mintKey();
  const body = JSON.stringify([null, minimal]);
  const { status, text } = await send(`${gateway.url}/v1/revenues/batch`, { token, body });

  expect(status).toBe(200);
  expect(parse(text)).toMatchObject({
    results: [
      { status: 'rejected', error: { message: 'The input must be of type object' } },
      { status: 'created' },
    ],
  });
});
