import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const otherGateway = useOwnGateway();
let token: string;
beforeEach(async () => {
  ({ token } = await mintKey());
});
const call = restOf(gateway, () => token);
const other = restOf(otherGateway, () => token);

const effectiveFrom = '2026-01-01T00:00:00.000Z';
const price = { model: 'house-model', effectiveFrom, input: '1.50', output: '6' };
const event = {
  type: 'llm.call',
  model: 'house-model',
  inputTokens: 1_000_000,
  occurredAt: '2026-06-15T12:00:00Z',
};
const costNow = async () => (await call('POST', 'events', event)).body.cost;

test('own price is created, applies at once, and is deleted', async () => {
  expect(await costNow()).toBeNull();
  const created = await call('POST', 'prices', price);
  expect(created).toMatchObject({
    status: 201,
    body: { ...price, source: 'own', provider: null, tiers: [] },
  });
  expect(await costNow()).toBe('1.5');
  expect((await call('GET', 'prices')).body).toEqual([created.body]);
  const { id } = created.body;
  expect((await call('DELETE', `prices/${id}`)).status).toBe(204);
  expect(await costNow()).toBeNull();
  expect((await call('GET', 'prices')).body).toEqual([]);
  expect((await call('DELETE', `prices/${id}`)).status).toBe(404);
});

test('own price applies on another gateway within a second', async () => {
  expect((await other('POST', 'events', event)).body.cost).toBeNull();
  await call('POST', 'prices', price);
  const since = performance.now();
  await vi.waitFor(async () => expect((await other('POST', 'events', event)).body.cost).toBe('1.5'));
  expect(performance.now() - since).toBeLessThan(1_000);
});

test('price with the same terms is refused, whatever its case', async () => {
  await call('POST', 'prices', { ...price, provider: 'Own' });
  const again = await call('POST', 'prices', { ...price, provider: 'own', model: 'House-Model', input: '2' });
  expect(again).toMatchObject({
    status: 400,
    body: { code: 'Already Exists', details: [{ field: 'model' }] },
  });
  const spaced = await call('POST', 'prices', { ...price, provider: ' own', model: 'house-model ' });
  expect(spaced).toMatchObject({ status: 400, body: { code: 'Already Exists' } });
  const ofTier = { ...price, provider: 'own', serviceTier: 'batch' };
  expect((await call('POST', 'prices', ofTier)).status).toBe(201);
  expect((await call('POST', 'prices', price)).status).toBe(201);
});

test.each<[string, object, string]>([
  ['no price', { input: undefined, output: undefined }, 'input'],
  ['a price above 10,000', { input: '10000.01' }, 'input'],
  ['a negative price', { input: '-1' }, 'input'],
  ['7 decimals', { output: '0.1234567' }, 'output'],
  ['a number', { cacheRead: 1 }, 'cacheRead'],
  ['a negative price of requests', { perRequest: '-0.1' }, 'perRequest'],
  ['a * in the middle', { model: 'gpt*mini' }, 'model'],
  ['no start', { effectiveFrom: undefined }, 'effectiveFrom'],
  ['6 tiers', { tiers: [1, 2, 3, 4, 5, 6].map((above) => ({ above, input: '1', output: '1' })) }, 'tiers'],
  ['a tier without output', { tiers: [{ above: 1, input: '1' }] }, 'tiers.0.output'],
  [
    'two tiers alike',
    { tiers: [1, 1].map((above) => ({ above, input: '1', output: '1' })) },
    'tiers.1.above',
  ],
])('price with %s is refused with the field', async (_, changes, field) => {
  const { status, body } = await call('POST', 'prices', { ...price, ...changes });
  expect(status).toBe(400);
  expect(body.details).toMatchObject([{ field }]);
});

test('long request takes all prices of its tier', async () => {
  const tiers = [
    { above: 200_000, input: '3', output: '12' },
    { above: 500_000, input: '5', output: '20', cacheRead: '0.5' },
  ];
  const created = await call('POST', 'prices', { ...price, cacheRead: '0.1', perRequest: '0.25', tiers });
  expect(created.body.tiers[0]).toEqual({
    ...tiers[0],
    cacheRead: null,
    cacheWrite: null,
    cacheWrite1h: null,
    reasoning: null,
  });
  const cost = async (inputTokens: number, cacheReadTokens: number) =>
    (await call('POST', 'events', { ...event, inputTokens, cacheReadTokens })).body.cost;
  expect(await cost(200_000, 100_000)).toBe('0.41');
  expect(await cost(300_000, 100_000)).toBe('1.15');
  expect(await cost(1_000_000, 100_000)).toBe('4.8');
});

describe('price that applies to a call', () => {
  const find = async (query: string) => call('GET', `prices/find?${query}`);

  test('is the one that applies once an own price is gone of which no notice has come', async () => {
    const { body: own } = await call('POST', 'prices', { ...price, model: 'gpt-4.1-mini' });
    expect((await find('model=gpt-4.1-mini')).body).toMatchObject({ id: own.id });
    await (await testDatabase()).pool.query('delete from prices where id = $1', [own.id]);
    expect(await find('model=gpt-4.1-mini')).toMatchObject({ status: 200, body: { source: 'built-in' } });
  });

  test('is the built-in one, with the version and date of the book', async () => {
    expect((await find('model=gpt-4.1-mini-2025-04-14')).body).toMatchObject({
      ...{ id: null, source: 'built-in', provider: 'openai', model: 'gpt-4.1-mini', input: '0.4' },
      ...{ bookVersion: '0.1.8', bookDate: '2026-09-23' },
    });
    expect((await find('model=o3&at=2025-01-01T00:00:00Z')).body).toMatchObject({
      input: '10',
      effectiveFrom: null,
    });
    expect((await find('model=o3')).body).toMatchObject({
      input: '2',
      effectiveFrom: '2025-06-10T00:00:00.000Z',
    });
  });

  test('is the own one, from its start on', async () => {
    const { body } = await call('POST', 'prices', { ...price, model: 'gpt-4.1*', serviceTier: 'flex' });
    expect((await find('model=gpt-4.1-mini&serviceTier=Flex')).body).toEqual(body);
    expect((await find('model=gpt-4.1-mini&serviceTier=flex&at=2025-12-31T23:59:59Z')).body.source).toBe(
      'built-in',
    );
    expect((await find('model=gpt-4.1-mini')).body.source).toBe('built-in');
  });

  test('is a 404 without one', async () => {
    expect((await find('model=none')).status).toBe(404);
    expect((await find('model=gpt-4.1&provider=ollama')).status).toBe(404);
    expect((await find('provider=openai')).status).toBe(400);
  });
});

describe('list of prices', () => {
  test('pages through own ones, and filters them', async () => {
    for (const model of ['one', 'two_%', 'three'])
      await call('POST', 'prices', { ...price, model, provider: 'Me' });
    const first = await call('GET', 'prices?limit=2');
    expect(first.body.map(({ model }: { model: string }) => model)).toEqual(['three', 'two_%']);
    const next = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    const rest = await call('GET', `prices?limit=2&cursor=${next}`);
    expect(rest.body).toMatchObject([{ model: 'one' }]);
    expect(rest.headers.get('link')).toBeNull();
    expect((await call('GET', `prices?model=${encodeURIComponent('O_%')}`)).body).toMatchObject([
      { model: 'two_%' },
    ]);
    expect((await call('GET', 'prices?provider=me&model=ONE')).body).toMatchObject([{ model: 'one' }]);
    expect((await call('GET', 'prices?provider=m')).body).toEqual([]);
  });

  test('pages through all built-in ones', async () => {
    const seen: string[] = [];
    let path: string | undefined = 'prices?source=built-in&limit=1000';
    while (path !== undefined) {
      const { body, headers } = await call('GET', path);
      for (const { provider, model, effectiveFrom: start, hoursFrom } of body)
        seen.push(`${provider} ${model} ${start} ${hoursFrom}`);
      path = /v1\/([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toHaveLength(1543);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('searches the built-in ones by provider and model', async () => {
    const { body } = await call('GET', 'prices?source=built-in&provider=openai.chat&model=GPT-4.1-m');
    expect(body).toMatchObject([{ provider: 'openai', model: 'gpt-4.1-mini', bookDate: '2026-09-23' }]);
  });
});

test('prices are those of one account', async () => {
  const { body } = await call('POST', 'prices', price);
  ({ token } = await mintKey());
  expect((await call('GET', 'prices')).body).toEqual([]);
  expect((await call('DELETE', `prices/${body.id}`)).status).toBe(404);
  expect(await costNow()).toBeNull();
});

test('an account has at most 1,000 prices', async () => {
  const minted = await mintKey();
  ({ token } = minted);
  const { pool } = await testDatabase();
  await pool.query(
    `insert into prices (developer_id, id, model, effective_from, input, terms, created_at)
     select d.id, gen_random_uuid(), 'm' || i, now(), 1, i::text, now()
     from developers d, generate_series(1, 1000) i where d.name = $1`,
    [minted.developer],
  );
  expect((await call('POST', 'prices', price)).body.message).toContain('1000 allowed');
});
