import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
beforeEach(async () => {
  ({ token } = await mintKey());
});
const call = restOf(gateway, () => token);

const occurredAt = '2026-06-15T12:00:00.000Z';
const tokens = { inputTokens: 1413, cacheReadTokens: 1280, outputTokens: 57 };
const llm = { type: 'llm.call', provider: 'openai', model: 'gpt-4.1-mini', occurredAt, ...tokens };
const BY_BOOK = '0.0002724';

const record = async (event: object) => (await call('POST', 'events', event)).body;
const amend = async (id: string, changes: object) =>
  call('POST', `events/${id}/corrections`, { action: 'amend', changes, reason: 'a mistake' });

describe('cost of an event', () => {
  test.each<[string, object, object]>([
    ['is computed', llm, { cost: BY_BOOK, computedCost: BY_BOOK, costSource: 'computed' }],
    [
      'is the one that was sent, beside the computed one',
      { ...llm, cost: '1.50' },
      { cost: '1.50', computedCost: BY_BOOK, costSource: 'reported' },
    ],
    [
      'is missing, and not zero, without a price',
      { ...llm, provider: 'ollama' },
      { cost: null, computedCost: null, costSource: 'unpriced' },
    ],
    [
      'without tokens is none',
      { type: 'llm.call', model: 'gpt-4.1-mini' },
      { cost: null, computedCost: null, costSource: null },
    ],
    ['without a model is none', { type: 'llm.call', inputTokens: 5 }, { cost: null, costSource: null }],
    [
      'that was sent without a model is reported',
      { type: 'tool.call', cost: '0.10' },
      { cost: '0.10', computedCost: null, costSource: 'reported' },
    ],
    [
      'with tokens of one kind counts none of the other',
      { ...llm, inputTokens: null, cacheReadTokens: null },
      { cost: '0.0000912', costSource: 'computed' },
    ],
  ])('%s', async (_, event, costs) => {
    const recorded = await record(event);
    expect(recorded).toMatchObject(costs);
    expect((await call('GET', `events/${recorded.id}`)).body).toEqual(recorded);
  });

  test('is that of the time of the event, and of now without one', async () => {
    const o3 = { type: 'llm.call', model: 'o3', inputTokens: 1_000_000 };
    expect(await record({ ...o3, occurredAt: '2025-01-01T00:00:00Z' })).toMatchObject({ cost: '10' });
    expect(await record(o3)).toMatchObject({ cost: '2' });
  });

  test('counts in analytics', async () => {
    await record(llm);
    await record({ ...llm, cost: '1' });
    const query = '{ analytics(window: {from: "2026-06-15", to: "2026-06-16"}) { totals { cost } } }';
    const { body } = await call('POST', '../graphql', { query });
    expect(body.data.analytics.totals.cost).toBe('1.0002724');
  });

  test('is computed in batches, too', async () => {
    const { body } = await call('POST', 'events/batch', [llm, { ...llm, model: 'none' }]);
    expect(body.results).toMatchObject([
      { record: { cost: BY_BOOK } },
      { record: { costSource: 'unpriced' } },
    ]);
  });
});

test.each<[string, object, string, string]>([
  ['a part without its whole', { cacheReadTokens: 1 }, 'cacheReadTokens', 'needs inputTokens'],
  ['a part above its whole', { inputTokens: 1, cacheReadTokens: 2 }, 'cacheReadTokens', 'must be at most'],
  [
    'parts above their whole',
    { inputTokens: 3, cacheReadTokens: 2, cacheWriteTokens: 2 },
    'cacheWriteTokens',
    'together',
  ],
  [
    'a part of a part that is absent',
    { inputTokens: 3, cacheWrite1hTokens: 1 },
    'cacheWrite1hTokens',
    'needs cacheWriteTokens',
  ],
  [
    'more reasoning than output',
    { outputTokens: 1, reasoningTokens: 2 },
    'reasoningTokens',
    'must be at most',
  ],
  ['a short trace id', { traceId: 'abc' }, 'traceId', 'must have 32 hexadecimal digits'],
  ['a span id that is none', { spanId: 'g'.repeat(16) }, 'spanId', 'must have 16 hexadecimal digits'],
  ['a derived field', { computedCost: '1' }, 'computedCost', 'is not a known field'],
  ['the source of its cost', { costSource: 'reported' }, 'costSource', 'is not a known field'],
])('event with %s is refused with the field', async (_, fields, field, message) => {
  const { status, body } = await call('POST', 'events', { type: 'llm.call', ...fields });
  expect(status).toBe(400);
  expect(body.details).toEqual([{ field, message: expect.stringContaining(message) }]);
});

test('ids of a batch ascend, also where the prices of the account must be read', async () => {
  const { body } = await call('POST', 'events/batch', [llm, { type: 'note' }, llm, { type: 'note' }]);
  const ids = body.results.map((result: { record: { id: string } }) => result.record.id);
  expect(ids).toEqual(ids.toSorted());
});

test('ids of traces are shown in lower case', async () => {
  const traceId = '4BF92F3577B34DA6A3CE929D0E0E4736';
  expect(await record({ type: 'llm.call', traceId })).toMatchObject({ traceId: traceId.toLowerCase() });
});

test('retry answers the cost that was computed at first', async () => {
  const event = { ...llm, model: 'house-model' };
  const key = randomUUID();
  const first = await call('POST', 'events', event, key);
  expect(first.body).toMatchObject({ costSource: 'unpriced' });
  await call('POST', 'prices', { model: 'house-model', effectiveFrom: occurredAt, input: '1' });
  expect((await call('POST', 'events', event, key)).body).toEqual(first.body);
  expect(await record(event)).toMatchObject({ cost: '0.001413' });
});

describe('amendment', () => {
  test('of model, provider, tokens, tier or time computes anew', async () => {
    const { id } = await record({ ...llm, provider: 'ollama' });
    const changed = await amend(id, { provider: 'openai' });
    expect(changed.body.after).toMatchObject({
      cost: BY_BOOK,
      computedCost: BY_BOOK,
      costSource: 'computed',
    });
    const more = await amend(id, { outputTokens: 1_000_057 });
    expect(more.body.after).toMatchObject({ cost: '1.6002724', costSource: 'computed' });
    const unknown = await amend(id, { model: 'none' });
    expect(unknown.body.after).toMatchObject({ cost: null, computedCost: null, costSource: 'unpriced' });
  });

  test('of the tier or the time computes anew at the price of that tier or time', async () => {
    const flex = { model: 'gpt-4.1-mini', serviceTier: 'flex', effectiveFrom: '2026-01-01T00:00:00Z' };
    await call('POST', 'prices', { ...flex, input: '1', output: '0' });
    const { id } = await record(llm);
    const ofTier = await amend(id, { serviceTier: 'flex' });
    expect(ofTier.body.after).toMatchObject({ cost: '0.001413', costSource: 'computed' });
    const earlier = await amend(id, { occurredAt: '2025-12-31T23:59:59.999Z' });
    expect(earlier.body.after).toMatchObject({ cost: BY_BOOK, costSource: 'computed' });
  });

  test('keeps a computed cost while costs are not computed', async () => {
    const { id } = await record(llm);
    await call('PATCH', 'settings', { computeCosts: false });
    const { body } = await amend(id, { provider: 'azure' });
    expect(body.after).toMatchObject({ cost: BY_BOOK, computedCost: BY_BOOK, costSource: 'computed' });
  });

  test('keeps a cost that was reported, and says what the book does', async () => {
    const { id } = await record({ ...llm, cost: '1.50' });
    const { body } = await amend(id, { outputTokens: 1_000_057 });
    expect(body.after).toMatchObject({ cost: '1.50', computedCost: '1.6002724', costSource: 'reported' });
  });

  test('of the cost reports it, and null hands it back to the book', async () => {
    const { id } = await record(llm);
    const reported = await amend(id, { cost: '0.5' });
    expect(reported.body.after).toMatchObject({ cost: '0.5', computedCost: BY_BOOK, costSource: 'reported' });
    const back = await amend(id, { cost: null });
    expect(back.body.after).toMatchObject({ cost: BY_BOOK, computedCost: BY_BOOK, costSource: 'computed' });
    expect((await amend(id, { cost: null })).body.message).toContain('change nothing');
  });

  test('of another field keeps the cost, whatever has become of the price', async () => {
    const { id } = await record(llm);
    await call('POST', 'prices', {
      model: 'gpt-4.1-mini',
      effectiveFrom: '2026-01-01T00:00:00Z',
      input: '9',
    });
    const { body } = await amend(id, { name: 'Draft' });
    expect(body.after).toMatchObject({ cost: BY_BOOK, computedCost: BY_BOOK, costSource: 'computed' });
  });

  test('cannot name derived fields, nor break the rules of parts', async () => {
    const { id } = await record(llm);
    expect((await amend(id, { name: 'Draft', computedCost: '1' })).body.details).toMatchObject([
      { field: 'changes.computedCost' },
    ]);
    expect((await amend(id, { inputTokens: 10 })).body.details).toMatchObject([
      { field: 'changes.cacheReadTokens' },
    ]);
  });
});

describe('the setting computeCosts', () => {
  test('turns computing off and on, at once', async () => {
    expect((await call('GET', 'settings')).body).toMatchObject({ computeCosts: true });
    expect((await call('PATCH', 'settings', { computeCosts: false })).body).toMatchObject({
      computeCosts: false,
    });
    expect(await record(llm)).toMatchObject({ cost: null, computedCost: null, costSource: null });
    expect(await record({ ...llm, cost: '1' })).toMatchObject({ computedCost: null, costSource: 'reported' });
    expect((await call('PATCH', 'settings', { computeCosts: true })).body).toMatchObject({
      computeCosts: true,
    });
    expect(await record(llm)).toMatchObject({ costSource: 'computed' });
  });

  test('is that of one account alone', async () => {
    await call('PATCH', 'settings', { computeCosts: false });
    ({ token } = await mintKey());
    expect((await call('PATCH', 'settings', {})).body).toMatchObject({ computeCosts: true });
  });
});
