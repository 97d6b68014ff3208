import { OutturnAmountError as ClientAmountError, createOutturnClient } from '@outturn/client';
import { Outturn, OutturnAmountError, OutturnError, usd } from '@outturn/sdk';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';
import { sumOf, toUnits } from '../support/load/exact-decimal.ts';
import { Random } from '../support/load/random.ts';

const gateway = useGateway();
const recordedAt = '2024-01-15T10:30:00.000Z';

async function clients() {
  const { token: apiKey } = await mintKey();
  const asked: string[] = [];
  const noting: typeof fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url, fetch: noting });
  return { outturn, client: createOutturnClient({ url: gateway.url, apiKey, fetch: noting }), asked };
}

/** Half-even to units of 10^-9, by the remainder of the shortest decimal text. */
function roundedUnits(amount: number): bigint {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const scaled = BigInt(whole + decimals) * 10n ** BigInt(40 + Number(exponent) - decimals.length);
  const unit = 10n ** 31n;
  const [floor, twice] = [scaled / unit, (scaled % unit) * 2n];
  return twice > unit || (twice === unit && floor % 2n === 1n) ? floor + 1n : floor;
}

test('20,000 products of token counts and prices are accepted, and their sum is exact', async () => {
  const { outturn, client } = await clients();
  const random = new Random(37);
  const prices = [3e-7, 2.5e-6, 1e-5, 1.5e-5, 6e-7, 7.5e-8, 1.25e-6];
  const costs = Array.from({ length: 20_000 }, () => {
    const [input, output] = [random.below(200_000), random.below(8_000)];
    return input * random.pick(prices) + output * random.pick(prices);
  });
  const items = costs.map((cost, i) => ({ type: 'llm.call', cost: i % 2 ? cost : String(cost) }));

  for (let i = 0; i < 10_000; i += 1_000) {
    const { created } = await outturn.events.recordBatch(items.slice(i, i + 1_000));
    expect(created).toBe(1_000);
  }
  for (let i = 10_000; i < 15_000; i += 1_000) {
    const { created } = await client.events.recordBatch.mutate(items.slice(i, i + 1_000));
    expect(created).toBe(1_000);
  }
  const lost: unknown[] = [];
  const recorder = outturn.recorder({ onError: (failure) => lost.push(failure) });
  for (const item of items.slice(15_000)) recorder.record('events', item);
  await recorder.close();

  expect(lost).toEqual([]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const window = { from: '2020-01-01', to: tomorrow };
  const { totals } = await client.analytics.slice.query({ window, totals: ['cost', 'events'] });
  expect(totals?.events).toBe(20_000);
  expect(toUnits(totals?.cost ?? '')).toBe(sumOf(costs.map(roundedUnits)));
  expect(costs.map((cost) => toUnits(usd(cost)))).toEqual(costs.map(roundedUnits));
});

describe('amounts of every type', () => {
  test('are stored by the SDK, and text that the API accepts is kept', async () => {
    const { outturn } = await clients();

    const [first, second] = [
      await outturn.revenues.record({ amount: 0.1 + 0.2, recordedAt }),
      await outturn.revenues.record({ amount: '99.90', recordedAt }),
    ];
    expect([first.amount, second.amount]).toEqual(['0.3', '99.90']);
    const { results } = await outturn.outcomes.recordBatch([{ value: 25n }, { value: 1e-7 }]);
    expect(results).toMatchObject([{ record: { value: '25' } }, { record: { value: '0.0000001' } }]);
    await outturn.tools.create({ key: 'crm.lookup', value: 0.5 });
    expect(await outturn.tools.update('crm.lookup', { value: 2.5e-6 })).toMatchObject({ value: '0.0000025' });
    expect(await outturn.tools.update('crm.lookup', { value: null })).toMatchObject({ value: null });
    const recorder = outturn.recorder();
    const recorded = recorder.record('events', { type: 'llm.call', cost: 3e-7 });
    await recorder.close();
    expect(await recorded).toMatchObject({ record: { cost: '0.0000003' } });
  });

  test('are stored by the typed client, also in filters', async () => {
    const { client } = await clients();

    expect(await client.revenues.record.mutate({ amount: 1e-7, recordedAt })).toMatchObject({
      amount: '0.0000001',
    });
    await client.revenues.record.mutate({ amount: 2n, recordedAt });
    await client.goalTypes.create.mutate({ key: 'signup', value: 12.5 });
    const question = {
      window: { from: '2024-01-01', to: '2024-02-01' },
      where: { amount: { lt: 2e-7 } },
      totals: ['revenueCount' as const],
    };
    expect(await client.analytics.slice.query(question)).toMatchObject({ totals: { revenueCount: 1 } });
    for await (const { totals } of client.analytics.live.subscribe(question)) {
      expect(totals?.revenueCount).toBe(1);
      break;
    }
  });

  test('leave numbers of metadata alone', async () => {
    const { outturn, client } = await clients();
    const metadata = { amount: 0.1, value: 1e21, cost: '3e-7' };

    const event = { type: 'llm.call', inputTokens: 3, metadata };
    expect(await outturn.events.record(event)).toMatchObject({ inputTokens: 3, metadata });
    expect(await client.events.record.mutate(event)).toMatchObject({ inputTokens: 3, metadata });
  });
});

const impossible = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e15,
  10n ** 15n,
  'NaN',
  '1e15',
];

test.each(impossible)('%s throws a named error at the call, and nothing is sent', async (amount) => {
  const { outturn, client, asked } = await clients();
  const item = { amount, recordedAt };

  const single = await failureOf(outturn.revenues.record(item));
  expect(single).toBeInstanceOf(OutturnAmountError);
  expect(single).toBeInstanceOf(OutturnError);
  expect(single).toMatchObject({ name: 'OutturnAmountError', message: expect.stringMatching(/^amount: /) });
  const batch = await failureOf(outturn.revenues.recordBatch([{ amount: 1, recordedAt }, item]));
  expect(batch).toMatchObject({
    name: 'OutturnAmountError',
    message: expect.stringMatching(/^\[1\]\.amount: /),
  });
  const heard: unknown[] = [];
  const recorder = outturn.recorder({ onError: ({ error }) => heard.push(error) });
  expect(await failureOf(recorder.record('revenues', item))).toBeInstanceOf(OutturnAmountError);
  expect(heard).toHaveLength(1);
  expect(await failureOf(recorder.close())).toMatchObject({ recorded: 0, lost: 1 });
  expect(() => usd(amount)).toThrow(OutturnAmountError);

  const typed = await failureOf(client.revenues.record.mutate(item));
  expect(typed).toBeInstanceOf(ClientAmountError);
  expect(typed).toMatchObject({ name: 'OutturnAmountError', message: expect.stringMatching(/^amount: /) });
  expect(asked).toEqual([]);
});

test('text that is no number is left to the API, whose answer names the field', async () => {
  const { outturn } = await clients();

  const error = await failureOf(outturn.revenues.record({ amount: '1,50', recordedAt }));
  expect(error).toMatchObject({ code: 'Invalid Request', details: [{ field: 'amount' }] });
});
