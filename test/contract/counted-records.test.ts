import { createOutturnClient } from '@outturn/client';
import { createService, operations, type Scope } from '@outturn/service';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { toResult } from '../support/drivers/trpc.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const gateway = useGateway();
const window = { from: '2026-06-01', to: '2026-07-01' };

type Page = {
  items: { kind: string; record: { id: string } & Record<string, unknown> }[];
  nextCursor: string | null;
};

const ask = async (token: string, input: object) =>
  toResult<Page>(
    await send(
      `${gateway.url}/trpc/analytics.records?input=${encodeURIComponent(JSON.stringify({ window, ...input }))}`,
      {
        token,
      },
    ),
  );
const recordsOf = async (token: string, input: object) => succeeded(await ask(token, input)).items;

let token: string;
let developer: string;
let client: ReturnType<typeof createOutturnClient>;
beforeAll(async () => {
  ({ token, developer } = await mintKey());
  client = createOutturnClient({ url: gateway.url, apiKey: token });
  const at = (day: number, hour = 12) => `2026-06-${day}T${hour}:00:00Z`;
  for (const [amount, day] of [
    ['10', 10],
    ['20', 11],
    ['40', 12],
  ] as const)
    await client.revenues.record.mutate({ amount, recordedAt: at(day), agentKey: 'ann', key: `r${day}` });
  await client.events.recordBatch.mutate([
    { type: 'llm.call', cost: '1', occurredAt: at(10, 13), agentKey: 'ann', model: 'm', isError: true },
    { type: 'llm.call', cost: '2', occurredAt: at(11, 12), agentKey: 'bob', model: 'm' },
    { type: 'note', occurredAt: at(11, 14), agentKey: 'ann' },
  ]);
  await client.goals.record.mutate({ goalKey: 'paid', achievedAt: at(13), agentKey: 'ann' });
});

test('a number of several kinds lists the records of all of them, newest first', async () => {
  const items = await recordsOf(token, { measure: 'margin' });
  expect(items.map(({ kind, record }) => [kind, record.amount ?? record.cost])).toEqual([
    ['revenues', '40'],
    // At one time, the later id is first.
    ['events', '2'],
    ['revenues', '20'],
    ['events', '1'],
    ['revenues', '10'],
  ]);
  const costs = await recordsOf(token, { measure: 'margin', kind: 'events' });
  expect(costs.map(({ record }) => record.cost)).toEqual(['2', '1']);
  const [first] = costs;
  // A record as its own list shows it.
  const listed = await client.events.list.query({ limit: 10 });
  expect(listed.items).toContainEqual(first?.record);
});

test('a measure lists what it counts, and a group is a condition', async () => {
  const keys = async (input: object) => (await recordsOf(token, input)).map(({ record }) => record.agentKey);
  expect(await keys({ measure: 'errors' })).toEqual(['ann']);
  expect(await keys({ measure: 'events' })).toEqual(['ann', 'bob', 'ann']);
  expect(await keys({ measure: 'cost', where: { agent: { in: ['bob'] } } })).toEqual(['bob']);
  expect(await keys({ measure: 'cost', where: { agent: { notIn: ['bob'] } } })).toEqual(['ann']);
  // Events have no source, so they are in the group without one.
  expect(await keys({ measure: 'events', where: { source: { isNull: true } } })).toHaveLength(3);
  expect(await keys({ measure: 'events', where: { source: { in: ['Manual'] } } })).toEqual([]);
  expect(await keys({ measure: 'goals' })).toEqual(['ann']);
});

test('a window begins with its first instant and ends before its last', async () => {
  const hours = { from: '2026-06-10T12:00:00Z', to: '2026-06-11T12:00:00Z' };
  const amounts = (await recordsOf(token, { window: hours, measure: 'margin' })).map(
    ({ record }) => record.amount ?? record.cost,
  );
  expect(amounts).toEqual(['1', '10']);
});

test('pages follow one another by cursor, over kinds', async () => {
  const all = await recordsOf(token, { measure: 'margin' });
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = succeeded(
      await ask(token, { measure: 'margin', limit: 2, ...(cursor && { cursor }) }),
    );
    pages.push(page);
    cursor = page.nextCursor;
  }
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
  expect(pages.flatMap(({ items }) => items)).toEqual(all);
  const [revenues] = [await client.revenues.list.query({ limit: 1, sort: '-recordedAt' })];
  expect(await ask(token, { measure: 'margin', cursor: revenues.nextCursor })).toMatchObject({
    ok: false,
    code: 'Invalid Request',
    details: [{ field: 'cursor', message: 'is not a cursor of this list with this sort' }],
  });
});

test('corrections and refunds count at once', async () => {
  const { token } = await mintKey();
  const { revenues, events } = createOutturnClient({ url: gateway.url, apiKey: token });
  const recordedAt = '2026-06-10T12:00:00Z';
  const wrong = await revenues.record.mutate({ amount: '10', recordedAt, key: 'wrong' });
  const right = await revenues.record.mutate({ amount: '20', recordedAt, key: 'right' });
  const event = await events.record.mutate({ type: 'call', cost: '5', occurredAt: recordedAt });
  await revenues.correct.mutate({ id: wrong.id, action: 'void', reason: 'test' });
  await events.correct.mutate({ id: event.id, action: 'amend', changes: { cost: '7' }, reason: 'test' });
  await revenues.refund.mutate({ id: right.id, amount: '4', recordedAt: '2026-06-12T12:00:00Z' });
  const amounts = async (measure: string) =>
    (await recordsOf(token, { measure })).map(({ record }) => record.amount ?? record.cost);
  expect(await amounts('revenue')).toEqual(['-4', '20']);
  expect(await amounts('grossRevenue')).toEqual(['20']);
  expect(await amounts('refunds')).toEqual(['-4']);
  expect(await amounts('cost')).toEqual(['7']);
});

describe('over GraphQL', () => {
  const run = async (query: string, key = token) =>
    parse<{
      data: Record<string, unknown> | null;
      errors?: { message: string; extensions: { code: string } }[];
    }>((await send(`${gateway.url}/graphql`, { token: key, body: JSON.stringify({ query }) })).text);
  const june = 'window: {from: "2026-06-01", to: "2026-07-01"}';

  test('a connection has the records with their types', async () => {
    const selection = `edges { cursor node { __typename time agentKey ... on Revenue { amount } ... on Event { cost } } } pageInfo { hasNextPage endCursor }`;
    type Connection = {
      edges: { cursor: string; node: object }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    const first = await run(`{ analyticsRecords(${june}, measure: MARGIN, first: 2) { ${selection} } }`);
    const page = first.data?.analyticsRecords as Connection;
    expect(page.edges.map(({ node }) => node)).toEqual([
      { __typename: 'Revenue', time: '2026-06-12T12:00:00.000Z', agentKey: 'ann', amount: '40' },
      { __typename: 'Event', time: '2026-06-11T12:00:00.000Z', agentKey: 'bob', cost: '2' },
    ]);
    expect(page.pageInfo).toEqual({ hasNextPage: true, endCursor: page.edges.at(-1)?.cursor });
    const after = `after: "${page.pageInfo.endCursor}"`;
    const second = await run(
      `{ analyticsRecords(${june}, measure: MARGIN, where: {agent: {in: ["ann"]}}, kind: "revenues", first: 5, ${after}) { nodes { ... on Revenue { amount } } pageInfo { hasNextPage } } }`,
    );
    expect(second.data?.analyticsRecords).toEqual({
      nodes: [{ amount: '20' }, { amount: '10' }],
      pageInfo: { hasNextPage: false },
    });
  });

  test('a window may be relative, and a wrong argument is named', async () => {
    expect(await run('{ analyticsRecords(window: {this: DAY}, measure: GOALS) { nodes { id } } }')).toEqual({
      data: { analyticsRecords: { nodes: [] } },
    });
    const { errors } = await run(`{ analyticsRecords(${june}, measure: GOALS, first: 0) { nodes { id } } }`);
    expect(errors).toMatchObject([{ message: 'first must be a whole number from 1 to 1000' }]);
  });
});

describe('scopes', () => {
  const keyWith = async (...scopes: Scope[]) =>
    (await mintKey({ developer, isExisting: true, scopes })).token;

  test.each([
    ['analytics:read', ['revenues:read', 'events:read']],
    ['revenues:read', ['analytics:read', 'events:read']],
    ['events:read', ['analytics:read', 'revenues:read']],
  ] as const)('without %s, the margin is refused', async (missing, scopes) => {
    const result = await ask(await keyWith(...scopes), { measure: 'margin' });
    expect(result).toMatchObject({ ok: false, code: 'Forbidden', status: 403 });
    expect(result).toHaveProperty('message', expect.stringContaining(missing));
  });

  test('the scope of the kind that is asked for is enough', async () => {
    const token = await keyWith('analytics:read', 'events:read');
    expect(await recordsOf(token, { measure: 'margin', kind: 'events' })).toHaveLength(2);
    expect(await recordsOf(token, { measure: 'cost' })).toHaveLength(2);
    expect(await ask(token, { measure: 'margin', kind: 'revenues' })).toMatchObject({ code: 'Forbidden' });
  });
});

test.each([
  [
    { measure: 'sessions' },
    'measure',
    'sessions counts no records; group a slice by session to see which sessions they are',
  ],
  [
    { measure: 'customers' },
    'measure',
    'customers counts no records; group a slice by customer to see which customers they are',
  ],
  [{ measure: 'margin', kind: 'goals' }, 'kind', 'must be one that margin counts: revenues, events'],
  [{ measure: 'margin', kind: 'sales' }, 'kind', 'must be one of revenues, outcomes, goals, events'],
  [{}, 'measure', expect.stringMatching(/^must be one of revenue, /)],
  [{ measure: 'cost', limit: 1001 }, 'limit', 'must be a whole number from 1 to 1000'],
  [
    { measure: 'cost', window: { this: 'month', last: 3 } },
    'window.this',
    expect.stringMatching(/^cannot be given beside last/),
  ],
  [{ measure: 'cost', window: { from: '2026-06-02', to: '2026-06-02' } }, 'window.to', 'must be after from'],
  [{ measure: 'cost', where: { planet: { in: ['x'] } } }, 'where.planet', 'is not a known field'],
])('%o is refused with what to change', async (input, field, message) => {
  expect(await ask(token, input)).toMatchObject({
    ok: false,
    code: 'Invalid Request',
    status: 400,
    details: [{ field, message }],
  });
});

/** For locks on tables. */
const store = usePrivateDatabase();

test('a list that PostgreSQL cancels after 15 seconds is too large', async () => {
  const service = await createService({ url: store.url });
  onTestFinished(() => service.close());
  const call = { principal: await newPrincipal(service, store), requestId: 'records' };
  const { pool } = store.database;
  const lock = await pool.connect();
  onTestFinished(() => lock.release(true));
  await lock.query('begin; lock table events');
  const refusal = service.execute(operations.analytics.records, call, { window, measure: 'cost' });
  // The same cancellation, without the wait.
  const cancel = waitUntil('the list waits for the lock, and is cancelled', async () => {
    const { rows } = await pool.query(
      `select pg_cancel_backend(pid) from pg_locks join pg_stat_activity a using (pid)
       where not granted and a.datname = current_database() and a.query like 'with given%'`,
    );
    return rows.length > 0;
  });
  await expect(refusal).rejects.toMatchObject({
    code: 'Question Too Large',
    message:
      'The question took longer than 15 seconds. Ask for a shorter window, fewer conditions or one kind of records.',
  });
  await cancel;
});
