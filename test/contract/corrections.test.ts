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

const record = async (path: string, body: object) => (await call('POST', path, body)).body;
const correct = (path: string, id: string, body: object, key?: string) =>
  call('POST', `${path}/${id}/corrections`, { reason: 'a mistake', ...body }, key);

const recordedAt = '2026-01-15T10:30:00.000Z';
const revenue = { amount: '30.00', recordedAt, agentKey: 'a', customerKey: 'c', sessionKey: 's' };

async function totals(): Promise<Record<string, unknown>> {
  const query = `{ analytics(window: {from: "2026-01-01", to: "2026-02-01"}) {
    totals { revenue revenueCount value goals cost }
    by(dimension: AGENT) { key totals { revenue revenueCount } } } }`;
  const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  return JSON.parse(text).data.analytics;
}

test('a record is void, comes back, and is amended; every figure is right at once', async () => {
  const made = await record('revenues', revenue);
  expect(made).toMatchObject({ status: 'active', version: 1, updatedAt: made.createdAt });
  await record('revenues', { ...revenue, amount: '1.50' });

  const voided = await correct('revenues', made.id, { action: 'void' });
  expect(voided).toMatchObject({
    status: 201,
    body: {
      kind: 'revenues',
      recordId: made.id,
      action: 'void',
      reason: 'a mistake',
      version: 2,
      before: made,
      after: null,
      causeId: null,
      createdBy: { kind: 'apiKey' },
    },
  });
  expect(await totals()).toMatchObject({ totals: { revenue: '1.5', revenueCount: 1 } });
  const shown = { ...made, status: 'voided', version: 2, updatedAt: voided.body.createdAt };
  expect(await call('GET', `revenues/${made.id}`)).toEqual({ status: 200, body: shown });
  expect((await call('GET', 'revenues')).body).toHaveLength(1);
  expect((await call('GET', 'revenues?status=voided')).body).toEqual([shown]);

  const restored = await correct('revenues', made.id, { action: 'restore' });
  expect(restored.body).toMatchObject({
    version: 3,
    before: null,
    after: { ...made, version: 3, updatedAt: restored.body.createdAt },
  });
  expect(await totals()).toMatchObject({ totals: { revenue: '31.5', revenueCount: 2 } });

  const changes = {
    amount: '12.345',
    agentKey: 'b',
    description: 'mended',
    recordedAt: '2026-01-20T00:00:00Z',
  };
  const amended = await correct('revenues', made.id, { action: 'amend', changes });
  expect(amended.body.after).toEqual({
    ...made,
    ...changes,
    recordedAt: '2026-01-20T00:00:00.000Z',
    agentId: expect.any(String),
    version: 4,
    updatedAt: amended.body.createdAt,
  });
  expect(amended.body.after.agentId).not.toBe(made.agentId);
  expect(amended.body.before).toEqual(restored.body.after);
  expect(await call('GET', `revenues/${made.id}`)).toEqual({ status: 200, body: amended.body.after });
  const after = await totals();
  expect(after).toMatchObject({ totals: { revenue: '13.845', revenueCount: 2 } });
  expect(after.by).toEqual(
    expect.arrayContaining([
      { key: 'a', totals: { revenue: '1.5', revenueCount: 1 } },
      { key: 'b', totals: { revenue: '12.345', revenueCount: 1 } },
    ]),
  );
  const summary = ({ before: _, after: __, ...rest }: Json) => rest;
  expect((await call('GET', `revenues/${made.id}/history`)).body).toEqual([
    { version: 1, record: made, correction: null },
    { version: 2, record: null, correction: summary(voided.body) },
    { version: 3, record: restored.body.after, correction: summary(restored.body) },
    { version: 4, record: amended.body.after, correction: summary(amended.body) },
  ]);
  expect((await call('GET', 'corrections')).body).toEqual(
    [amended, restored, voided].map(({ body }) => summary(body)),
  );
  expect((await call('GET', 'corrections?action=void')).body).toEqual([summary(voided.body)]);
  expect((await call('GET', `corrections?recordId=${made.id}&kind=revenues&limit=1`)).body).toEqual([
    summary(amended.body),
  ]);
  expect((await call('GET', 'corrections?kind=goals')).body).toEqual([]);
  await expectVerified(developer);
});

describe('refused', () => {
  test.each([
    [
      'a void of a voided record',
      ['void'],
      { action: 'void' },
      /^action cannot be "void", because the record is voided; restore it first/,
    ],
    [
      'an amendment of a voided record',
      ['void'],
      { action: 'amend', changes: { amount: '1' } },
      /^action cannot be "amend"/,
    ],
    [
      'a restore of an active record',
      [],
      { action: 'restore' },
      /^action cannot be "restore", because the record is active/,
    ],
    [
      'an amendment that changes nothing',
      [],
      { action: 'amend', changes: { amount: '30.00', agentKey: 'a' } },
      /^changes change nothing/,
    ],
    [
      'an amendment without changes',
      [],
      { action: 'amend' },
      /^changes must be sent with the action "amend"/,
    ],
    [
      'an amendment of no field',
      [],
      { action: 'amend', changes: {} },
      /^changes must name at least one field/,
    ],
    [
      'changes of a void',
      [],
      { action: 'void', changes: { amount: '1' } },
      /^changes must be sent with the action "amend", and with no other/,
    ],
    ['a key', [], { action: 'amend', changes: { key: 'k' } }, /^changes.key is not a known field/],
    [
      'an empty source',
      [],
      { action: 'amend', changes: { source: null } },
      /^changes.source cannot be empty/,
    ],
    ['an empty amount', [], { action: 'amend', changes: { amount: null } }, /^changes.amount/],
    [
      'two names of an agent',
      [],
      { action: 'amend', changes: { agentKey: 'a', agentId: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11' } },
      /^changes.agentId/,
    ],
    [
      'an unknown goal',
      [],
      { action: 'amend', changes: { goalId: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11' } },
      /^changes.goalId does not exist/,
    ],
    [
      'another version',
      [],
      { action: 'void', expectedVersion: 2 },
      /^expectedVersion is not the version of the record, which is 1/,
    ],
    ['an unknown action', [], { action: 'delete' }, /^action must be one of void, amend, restore/],
    ['an empty reason', [], { action: 'void', reason: '' }, /^reason must have at least 1 character/],
  ])('%s', async (_, before, body, message) => {
    const made = await record('revenues', revenue);
    for (const action of before) await correct('revenues', made.id, { action });
    const key = randomUUID();
    const refused = await correct('revenues', made.id, body, key);
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
    // It holds no key.
    const next = before.length > 0 ? 'restore' : 'void';
    expect(await correct('revenues', made.id, { action: next }, key)).toMatchObject({ status: 201 });
  });

  test('unknown ids and those of others, alike', async () => {
    const made = await record('revenues', revenue);
    const unknown = await correct('revenues', '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11', { action: 'void' });
    ({ token, developer } = await mintKey());
    const foreign = await correct('revenues', made.id, { action: 'void' });
    for (const answer of [unknown, foreign])
      expect(answer).toMatchObject({ status: 404, body: { code: 'Not Found' } });
    expect(await call('GET', `revenues/${made.id}/history`)).toMatchObject({ status: 404 });
  });
});

describe('a retry', () => {
  test('of a correction answers as it did, whatever came after', async () => {
    const made = await record('revenues', revenue);
    const first = await correct('revenues', made.id, { action: 'void' }, 'once');
    await correct('revenues', made.id, { action: 'restore' });
    expect(await correct('revenues', made.id, { action: 'void' }, 'once')).toEqual(first);
    expect(await correct('revenues', made.id, { action: 'void', reason: 'another' }, 'once')).toMatchObject({
      status: 400,
      body: { code: 'Idempotency Key Reused' },
    });
    expect(await call('POST', 'revenues', revenue, 'once')).toMatchObject({
      status: 400,
      body: { code: 'Idempotency Key Reused', message: expect.stringContaining('another operation') },
    });
  });

  test('of a recording answers version 1, whatever was corrected since', async () => {
    const body = { ...revenue, key: 'order-1' };
    const first = await call('POST', 'revenues', body, 'key');
    await correct('revenues', first.body.id, {
      action: 'amend',
      changes: { amount: '1', customerKey: null },
    });
    expect(await call('POST', 'revenues', body, 'key')).toEqual(first);
    await correct('revenues', first.body.id, { action: 'void' });
    expect(await call('POST', 'revenues', body)).toEqual(first);
    expect(await totals()).toMatchObject({ totals: { revenueCount: 0 } });
  });
});

test('a batch corrects each item by itself', async () => {
  const records = [];
  for (let i = 0; i < 4; i++) records.push(await record('revenues', revenue));
  const [a, b, c, d] = records.map(({ id }) => id);
  const items = [
    { id: a, action: 'void', reason: 'x' },
    { id: b, action: 'amend', changes: { amount: '2' }, reason: 'x' },
    { id: c, action: 'restore', reason: 'x' },
    { id: a, action: 'restore', reason: 'x' },
    { id: a, action: 'void', reason: 'x', idempotencyKey: 'mine' },
    { id: d, action: 'nothing', reason: 'x' },
    { id: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11', action: 'void', reason: 'x' },
  ];
  const answer = await call('POST', 'revenues/corrections/batch', items, 'batch');
  expect(answer.body).toMatchObject({
    created: 4,
    replayed: 0,
    rejected: 3,
    results: [
      { status: 'created', correction: { version: 2, after: null } },
      { status: 'created', correction: { version: 2, after: { amount: '2' } } },
      { status: 'rejected', error: { code: 'Invalid Request' } },
      { status: 'created', correction: { version: 3 } },
      { status: 'created', correction: { version: 4, after: null } },
      { status: 'rejected', error: { code: 'Invalid Request' } },
      { status: 'rejected', error: { code: 'Not Found' } },
    ],
  });
  const again = await call('POST', 'revenues/corrections/batch', items, 'batch');
  expect(again.body).toMatchObject({ created: 0, replayed: 4, rejected: 3 });
  expect(again.body.results.map(({ correction }: Json) => correction)).toEqual(
    answer.body.results.map(({ correction }: Json) => correction),
  );
  await expectVerified(developer);
});

describe('a generated outcome', () => {
  const outcomes = async (query = '') => (await call('GET', `outcomes${query}`)).body;
  const goal = { goalKey: 'sold', agentKey: 'a', achievedAt: recordedAt };

  test('is voided, restored and amended with its goal', async () => {
    await record('goal-types', { key: 'sold', name: 'Sold', value: '5' });
    const made = await record('goals', goal);
    const [outcome] = await outcomes();
    const { body } = await correct('goals', made.id, { action: 'void' });
    expect(await outcomes()).toEqual([]);
    expect(await outcomes('?status=voided')).toMatchObject([
      { id: outcome.id, status: 'voided', version: 2 },
    ]);
    expect((await call('GET', `outcomes/${outcome.id}/history`)).body[1]).toMatchObject({
      version: 2,
      record: null,
      correction: { causeId: body.id, action: 'void', reason: 'a mistake' },
    });
    expect(await totals()).toMatchObject({ totals: { value: '0', goals: 0 } });
    // Alone, it stays with its goal.
    expect(await correct('outcomes', outcome.id, { action: 'restore' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('the goal or event that generated it is voided') },
    });
    await correct('goals', made.id, { action: 'restore' });
    expect(await totals()).toMatchObject({ totals: { value: '5', goals: 1 } });
    const achievedAt = '2026-01-16T00:00:00.000Z';
    await correct('goals', made.id, { action: 'amend', changes: { agentKey: 'b', achievedAt } });
    expect(await outcomes()).toMatchObject([
      { id: outcome.id, agentKey: 'b', generatedAt: achievedAt, value: '5' },
    ]);
    await expectVerified(developer);
  });

  test('follows a new type: its value, none, and one where there was none', async () => {
    await record('goal-types', { key: 'sold', value: '5' });
    await record('goal-types', { key: 'paid', value: '7' });
    const made = await record('goals', goal);
    const [outcome] = await outcomes();
    await correct('goals', made.id, { action: 'amend', changes: { goalKey: 'paid' } });
    expect(await outcomes()).toMatchObject([{ id: outcome.id, value: '7', version: 2 }]);
    await correct('goals', made.id, { action: 'amend', changes: { goalKey: 'new' } });
    expect(await outcomes()).toEqual([]);
    await correct('goals', made.id, { action: 'amend', changes: { goalKey: 'sold' } });
    expect(await outcomes()).toMatchObject([{ id: outcome.id, value: '5', version: 4 }]);

    const without = await record('goals', { ...goal, goalKey: 'new' });
    expect(await outcomes()).toHaveLength(1);
    await correct('goals', without.id, { action: 'amend', changes: { goalKey: 'paid' } });
    expect(await outcomes()).toMatchObject([
      { goalId: without.id, value: '7', version: 1 },
      { id: outcome.id },
    ]);
    expect(await totals()).toMatchObject({ totals: { value: '12', goals: 2 } });
    await expectVerified(developer);
  });

  test('that was voided alone stays voided', async () => {
    await record('tools', { key: 't', value: '3' });
    const made = await record('events', { type: 'tool.call', toolKey: 't', occurredAt: recordedAt });
    const [outcome] = await outcomes();
    await correct('outcomes', outcome.id, { action: 'void' });
    for (const action of ['void', 'restore']) await correct('events', made.id, { action });
    expect(await outcomes()).toEqual([]);
    expect(await correct('outcomes', outcome.id, { action: 'restore' })).toMatchObject({ status: 201 });
    expect(await outcomes()).toMatchObject([{ id: outcome.id }]);
    await expectVerified(developer);
  });
});

test('a session gets the agent of the amended record that named its own', async () => {
  const made = await record('events', {
    type: 'note',
    sessionKey: 's',
    agentKey: 'a',
    occurredAt: recordedAt,
  });
  await correct('events', made.id, { action: 'amend', changes: { agentKey: 'b' } });
  expect((await call('GET', 'sessions/s')).body).toMatchObject({ agentKey: 'b' });
  await correct('events', made.id, {
    action: 'amend',
    changes: { agentKey: null, sessionKey: 'other', customerKey: 'c' },
  });
  expect((await call('GET', 'sessions/s')).body).toMatchObject({ agentKey: 'b' });
  expect((await call('GET', 'sessions/other')).body).toMatchObject({ agentKey: null, customerKey: 'c' });
  await correct('events', made.id, { action: 'void' });
  expect((await call('GET', 'sessions/other')).body).toMatchObject({ customerKey: 'c' });
});

test('corrections of one record go one after the other, and none is lost', async () => {
  const made = await record('revenues', revenue);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      correct('revenues', made.id, { action: 'amend', changes: { amount: `${i + 1}.5` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  const { body } = await call('GET', `revenues/${made.id}/history`);
  expect(body.map(({ version }: Json) => version)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
  const times = body.slice(1).map(({ correction }: Json) => correction.createdAt);
  expect(times).toEqual([...times].sort());
  await expectVerified(developer);
});
