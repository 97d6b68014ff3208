import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { expectVerified } from '../support/expect-verified.ts';

const gateway = useGateway();
let token: string;
let developer: string;
beforeEach(async () => {
  ({ token, developer } = await mintKey());
});

/** JSON of any shape. */
type Json = ReturnType<typeof JSON.parse>;
type Answer = { status: number; body: Json };

async function call(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Answer> {
  const answer = await send(`${gateway.url}/v1/${path}`, {
    token,
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  return { status: answer.status, body: answer.text === '' ? undefined : parse(answer.text) };
}

async function graphql(query: string): Promise<Json> {
  const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  return JSON.parse(text);
}

const recordedAt = '2026-01-15T10:30:00.000Z';
const later = '2026-01-20T08:00:00.000Z';
const sale = {
  amount: '30.00',
  recordedAt,
  agentKey: 'a',
  customerKey: 'c',
  sessionKey: 's',
  source: 'Shop',
};

const record = async (body: object = sale): Promise<Json> => (await call('POST', 'revenues', body)).body;
const refund = (id: string, body: object = {}, key?: string) =>
  call('POST', `revenues/${id}/refunds`, { recordedAt: later, ...body }, key);
const correct = (id: string, body: object) =>
  call('POST', `revenues/${id}/corrections`, { reason: 'a mistake', ...body });

/** A refusal that names one field. */
const refused = (field: string, message: string) => ({
  status: 400,
  body: { code: 'Invalid Request', details: [{ field, message }] },
});

async function totals(window = '{from: "2026-01-01", to: "2026-02-01"}'): Promise<Json> {
  const { data } = await graphql(`{ analytics(window: ${window}) {
    totals { revenue grossRevenue refunds refundCount refundRate revenueCount averageRevenue }
    by(dimension: AGENT) { key totals { revenue refunds } } } }`);
  return data.analytics;
}

test('a refund is a revenue of its own, and counts on its own day', async () => {
  const original = await record();
  const { status, body } = await refund(original.id, { amount: '12.50', description: 'one returned' });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...original,
    id: body.id,
    key: `rev_${body.id}`,
    amount: '-12.50',
    description: 'one returned',
    recordedAt: later,
    refundOf: original.id,
    createdAt: body.createdAt,
    updatedAt: body.createdAt,
  });
  expect(original.refundOf).toBeNull();
  expect((await call('GET', `revenues?refundOf=${original.id}`)).body).toEqual([body]);
  const measured = {
    revenue: '17.5',
    grossRevenue: '30',
    refunds: '12.5',
    refundCount: 1,
    refundRate: 0.416667,
    revenueCount: 1,
    averageRevenue: '30',
  };
  expect(await totals()).toEqual({
    totals: measured,
    by: [{ key: 'a', totals: { revenue: '17.5', refunds: '12.5' } }],
  });
  const none = { grossRevenue: '0', refundRate: null, revenueCount: 0, averageRevenue: null };
  expect((await totals('{from: "2026-01-18", to: "2026-02-01"}')).totals).toEqual({
    ...measured,
    ...none,
    revenue: '-12.5',
  });
  await expectVerified(developer);
});

test('without an amount, a refund pays back all that remains', async () => {
  const { id } = await record();
  await refund(id, { amount: '10.000000001' });
  expect((await refund(id)).body).toMatchObject({ amount: '-19.999999999' });
  expect(await refund(id)).toMatchObject(
    refused('amount', 'is more than what remains to be refunded, which is 0'),
  );
  expect((await totals()).totals).toMatchObject({ revenue: '0', refundCount: 2, refundRate: 1 });
});

describe('a refund is refused', () => {
  test.each(['0', '0.000', '-1', '-0', 'x', 15])('with the amount %j', async (amount) => {
    const { id } = await record();
    expect(await refund(id, { amount })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'amount' }] },
    });
  });

  test('beyond what remains, with the remainder', async () => {
    const { id } = await record();
    await refund(id, { amount: '20' });
    expect(await refund(id, { amount: '10.01' })).toMatchObject(
      refused('amount', 'is more than what remains to be refunded, which is 10'),
    );
    expect(await refund(id, { amount: '10' })).toMatchObject({ status: 201 });
  });

  test('of a refund, of nothing, of a loss, of a voided revenue and of an unknown one', async () => {
    const { id } = await record();
    const { body } = await refund(id, { amount: '1' });
    expect(await refund(body.id)).toMatchObject(refused('id', 'is a refund, which cannot be refunded'));
    for (const amount of ['0', '-5']) {
      const other = await record({ ...sale, amount });
      expect(await refund(other.id)).toMatchObject(
        refused('id', 'cannot be refunded, because its amount is not above zero'),
      );
    }
    const voided = await record();
    await correct(voided.id, { action: 'void' });
    expect(await refund(voided.id)).toMatchObject(refused('id', 'is voided; restore it first'));
    expect((await refund(randomUUID())).status).toBe(404);
    const other = await mintKey();
    const foreign = await send(`${gateway.url}/v1/revenues/${id}/refunds`, {
      token: other.token,
      method: 'POST',
      body: JSON.stringify({ recordedAt }),
    });
    expect(foreign.status).toBe(404);
  });
});

test('a retry answers as the first did, also when nothing remains', async () => {
  const { id } = await record();
  const first = await refund(id, {}, 'once');
  expect(first.status).toBe(201);
  expect(await refund(id, {}, 'once')).toEqual(first);
  await correct(first.body.id, { action: 'amend', changes: { amount: '-5' } });
  expect(await refund(id, {}, 'once')).toEqual(first);
  expect(await refund(id, { amount: '1' }, 'once')).toMatchObject({
    status: 400,
    body: { code: 'Idempotency Key Reused' },
  });
  // A refused refund holds no key.
  expect((await refund(id, { amount: '26' }, 'again')).status).toBe(400);
  expect((await refund(id, { amount: '25' }, 'again')).status).toBe(201);
});

test('a key of a refund is in one space with those of revenues', async () => {
  const original = await record({ ...sale, key: 'order-1' });
  const body = { amount: '10', key: 'order-1:refund' };
  const first = await refund(original.id, body);
  expect(first.body).toMatchObject({ key: 'order-1:refund', amount: '-10' });
  expect(await refund(original.id, body)).toEqual(first);
  const batch = [{ revenueId: original.id, recordedAt: later, ...body }];
  expect((await call('POST', 'revenues/refunds/batch', batch)).body).toMatchObject({
    replayed: 1,
    results: [{ status: 'replayed', record: first.body }],
  });
  for (const key of ['order-1', `rev_${(await record()).id}`])
    expect(await refund(original.id, { amount: '1', key })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'key' }] },
    });
  expect((await record({ ...sale, key: 'order-1:refund' })).code).toBe('Invalid Request');
  // Neither of its two keys stays reserved when one is taken.
  expect((await refund(original.id, { amount: '1', key: 'order-1' }, 'free')).status).toBe(400);
  expect((await refund(original.id, { amount: '1' }, 'free')).status).toBe(201);
});

test('a batch refunds each item by itself, and names revenues by id or key', async () => {
  const own = await record({ ...sale, key: 'order-1' });
  const generated = await record();
  const items = [
    { revenueKey: 'order-1', amount: '10' },
    { revenueKey: 'order-1', amount: '25' },
    { revenueKey: 'order-1' },
    { revenueKey: generated.key, amount: '1' },
    { revenueId: generated.id, amount: '2' },
    { revenueKey: 'order-2' },
    { revenueKey: `rev_${randomUUID()}` },
    { revenueId: generated.id, revenueKey: 'order-1' },
    { amount: '1' },
  ].map((item) => ({ recordedAt: later, ...item }));
  const { status, body } = await call('POST', 'revenues/refunds/batch', items, 'batch');
  expect(status).toBe(200);
  expect(body).toMatchObject({ created: 4, replayed: 0, rejected: 5 });
  expect(body.results.map(({ record, error }: Json) => record?.amount ?? error.code)).toEqual([
    '-10',
    'Invalid Request',
    '-20.00',
    '-1',
    '-2',
    'Not Found',
    'Not Found',
    'Invalid Request',
    'Invalid Request',
  ]);
  expect(body.results[2].record.refundOf).toBe(own.id);
  const repeated = await call('POST', 'revenues/refunds/batch', items, 'batch');
  expect(repeated.body).toMatchObject({ created: 0, replayed: 4, rejected: 5 });
  expect((await totals()).totals).toMatchObject({ refunds: '33', refundCount: 4, revenue: '27' });
});

test('GraphQL refunds, and shows what was refunded', async () => {
  const { id } = await record();
  const { data } = await graphql(
    `mutation { refundRevenue(input: {id: "${id}", amount: "5", recordedAt: "${later}"}) { amount refundOf agent { key } } }`,
  );
  expect(data).toEqual({ refundRevenue: { amount: '-5', refundOf: id, agent: { key: 'a' } } });
});

describe('of a revenue with active refunds', () => {
  let original: Json;
  let paidBack: Json;
  beforeEach(async () => {
    original = await record();
    paidBack = (await refund(original.id, { amount: '20' })).body;
  });

  test('a void waits for the refunds', async () => {
    expect(await correct(original.id, { action: 'void' })).toMatchObject(
      refused('action', 'cannot be "void", because 20 are refunded; void the refunds first'),
    );
    await correct(paidBack.id, { action: 'void' });
    expect(await correct(original.id, { action: 'void' })).toMatchObject({ status: 201 });
    expect(await correct(paidBack.id, { action: 'restore' })).toMatchObject(
      refused('action', 'cannot be "restore", because what it pays back is voided; restore that first'),
    );
    await correct(original.id, { action: 'restore' });
    expect(await correct(paidBack.id, { action: 'restore' })).toMatchObject({ status: 201 });
    expect(await refund(original.id, { amount: '10.5' })).toMatchObject({ status: 400 });
    expect((await totals()).totals).toMatchObject({ revenue: '10', refunds: '20', grossRevenue: '30' });
    await expectVerified(developer);
  });

  test('nothing remains of an amount that was amended below zero', async () => {
    await correct(paidBack.id, { action: 'void' });
    await correct(original.id, { action: 'amend', changes: { amount: '-5' } });
    expect(await correct(paidBack.id, { action: 'restore' })).toMatchObject(
      refused('action', 'would refund more than what remains to be refunded, which is 0'),
    );
  });

  test('the amount stays above the refunds', async () => {
    expect(await correct(original.id, { action: 'amend', changes: { amount: '19.99' } })).toMatchObject(
      refused('changes.amount', 'cannot be below 20, which are refunded'),
    );
    expect((await correct(original.id, { action: 'amend', changes: { amount: '20' } })).status).toBe(201);
    expect((await refund(original.id)).status).toBe(400);
    expect((await totals()).totals).toMatchObject({ revenue: '0', refundRate: 1 });
  });

  test.each([{ agentKey: 'b' }, { customerKey: null }, { sessionKey: 't' }, { source: 'Elsewhere' }])(
    '%j stays',
    async (changes) => {
      const [field] = Object.keys(changes);
      const message =
        'cannot be changed while the record has refunds; void them, amend the record, and restore them';
      expect(await correct(original.id, { action: 'amend', changes })).toMatchObject(
        refused(`changes.${field}`, message),
      );
      await correct(paidBack.id, { action: 'void' });
      const amended = await correct(original.id, { action: 'amend', changes });
      expect(amended.status).toBe(201);
      // A restored refund takes them from its original.
      const { agentKey, customerKey, sessionKey, source } = amended.body.after;
      expect((await correct(paidBack.id, { action: 'restore' })).body.after).toMatchObject({
        agentKey,
        customerKey,
        sessionKey,
        source,
        amount: '-20',
        refundOf: original.id,
      });
      await expectVerified(developer);
    },
  );

  test('a refund can be amended within what remains', async () => {
    const amend = (changes: object) => correct(paidBack.id, { action: 'amend', changes });
    expect(await amend({ amount: '-30.01' })).toMatchObject(
      refused('changes.amount', 'would refund more than what remains to be refunded, which is 10'),
    );
    expect((await amend({ amount: '-30', recordedAt, description: 'all' })).body.after).toMatchObject({
      amount: '-30',
      refundOf: original.id,
      recordedAt,
    });
    expect((await refund(original.id)).status).toBe(400);
    expect((await amend({ amount: '-4' })).status).toBe(201);
    expect(await refund(original.id)).toMatchObject({ body: { amount: '-26.00' } });
    for (const amount of ['0', '4'])
      expect(await amend({ amount })).toMatchObject(
        refused('changes.amount', 'must be below zero, because the record is a refund'),
      );
    for (const field of ['agentKey', 'source', 'sessionKey', 'customerKey'])
      expect(await amend({ [field]: 'other' })).toMatchObject({
        status: 400,
        body: { details: [{ field: `changes.${field}` }] },
      });
    expect((await totals()).totals).toMatchObject({ refunds: '30', refundCount: 2, revenue: '0' });
    await expectVerified(developer);
  });

  test('a batch corrects both, one after the other', async () => {
    const items = [
      { id: paidBack.id, action: 'void', reason: 'not paid back' },
      { id: original.id, action: 'void', reason: 'no sale' },
    ];
    expect((await call('POST', 'revenues/corrections/batch', items)).body).toMatchObject({ created: 2 });
    const restored = [
      { id: original.id, action: 'restore', reason: 'a sale' },
      { id: paidBack.id, action: 'restore', reason: 'paid back' },
    ];
    expect((await call('POST', 'revenues/corrections/batch', restored)).body).toMatchObject({ created: 2 });
    expect((await totals()).totals).toMatchObject({ revenue: '10', refunds: '20' });
    await expectVerified(developer);
  });
});

test('refunds at once never exceed the amount, and what fits is never refused', async () => {
  const { id } = await record();
  const amounts = Array.from({ length: 50 }, (_, i) => (i % 2 ? '1.00' : '1.50'));
  const answers = await Promise.all(amounts.map((amount) => refund(id, { amount })));
  const paid = answers.filter(({ status }) => status === 201);
  const sum = paid.reduce((total, { body }) => total - Number(body.amount), 0);
  expect(sum).toBeGreaterThan(28.5);
  expect(sum).toBeLessThanOrEqual(30);
  expect((await totals()).totals).toMatchObject({ refunds: String(sum), refundCount: paid.length });
});
