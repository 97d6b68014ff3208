import { randomUUID } from 'node:crypto';
import { allOperations, subscriptions } from '@outturn/service';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';
import { report } from '../support/load/figures.ts';
import { type Call, type Caller, calls, rootFields, type Told } from '../support/tenants/calls.ts';
import { snapshotOf } from '../support/tenants/snapshot.ts';
import { furnish, outsiders, type World } from '../support/tenants/world.ts';

let gateways: Gateway[];
let own: World;
/**
 * One older and one younger than the own account, so that a statement in either order meets a foreign row first; and one
 * whose keys no other account has.
 */
let foreign: World[];
let refused: Awaited<ReturnType<typeof outsiders>>;
let before: string;

beforeAll(async () => {
  const env = { ...behindProxy, DEFAULT_PLAN: 'unlimited' };
  gateways = await Promise.all([1, 2].map(() => startGateway(inject('databaseUrl'), env)));
  const [furnishing, called] = gateways.map(({ url }) => url);
  const worlds = [];
  for (const amount of ['7919.000000011', '1.25', '104729.000000013']) {
    // The gateway under test has not cached these accounts, so it asks the database.
    worlds.push({ ...(await furnish(furnishing ?? '', amount)), url: called ?? '' });
  }
  const [older, ours, younger] = worlds as [World, World, World];
  const apart = await furnish(furnishing ?? '', '15485863.000000017', newPrefix());
  own = ours;
  // Sums of accounts are in rollups and in deltas.
  const database = await testDatabase();
  for (const { ids } of [older, younger]) {
    const [row] = await database.rows('owner', 'select developer_id from agents where id = $1', [ids.agents]);
    await foldRollups(database, row?.[0] ?? '');
  }
  foreign = [older, younger, { ...apart, url: called ?? '' }];
  refused = await outsiders(own);
  before = await snapshotOf(database, foreign);
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

const ACCOUNT = 'account:manage';
/** Only people manage accounts. */
const insider = ({ scope }: Call): Caller =>
  scope === ACCOUNT ? { owner: own.owner } : { token: own.token };

/** Every value of a foreign account that an answer shows. */
function shown({ text }: Told): string[] {
  const secrets = foreign.flatMap(({ marker, amount, ids }) => [marker, amount, ...Object.values(ids)]);
  return secrets.filter((secret) => text.includes(secret));
}

/** Without its id, it is the same in every answer. */
const newPrefix = () => `only-${randomUUID()}-`;

/** The same world under ids that no account has, and under keys that no account has if they are its own. */
function nowhere(world: World): World {
  const id = () => randomUUID().replace(/-4/, '-7');
  const ids = { ...world.ids };
  // The names of this object are exactly those of its type.
  for (const kind of Object.keys(ids) as (keyof typeof ids)[]) ids[kind] = id();
  return { ...world, ids, prefix: world.prefix && newPrefix(), newKeyId: async () => id() };
}

/** An answer without its ids and times, and without the text that no other call uses. */
const withoutIds = ({ text }: Told): unknown[] => {
  const same = text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/ot_live_\w+/g, '<token>')
    .replace(/nonce-\w+-\d+/g, '<nonce>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  // The groups of a slice are in any order.
  return same.split('\n').map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
};

test('every operation is called on every surface that has it', () => {
  const live = Object.values(subscriptions).map((group) => group.live.name);
  const named = (surface: string) => calls.filter((call) => call.surface === surface).map(({ name }) => name);
  expect(named('tRPC').sort()).toEqual([...allOperations.map(({ name }) => name), ...live].sort());
  // Fails for a field without a document, and for a document without its field.
  expect(named('GraphQL').sort()).toEqual([...rootFields].sort());
  expect(named('MCP').sort()).toEqual(allOperations.flatMap(({ name, mcp }) => (mcp ? [name] : [])).sort());
  // test/contract/mounts.test.ts proves that REST has a route for the others.
  expect(named('REST').length).toBeGreaterThan(30);
});

/** Their answers have no row of a world. */
const findsNothing = new Set([
  ...['account.get', 'records.live', 'settings.get', 'prices.getRepricing'],
  ...['Query.settings', 'Query.repricing'],
]);

// Queries come first, because mutations change their answers.
const inOrder = [...calls.filter(({ isQuery }) => isQuery), ...calls.filter(({ isQuery }) => !isQuery)];

describe.each(inOrder)('$name over $surface', (call) => {
  test('answers the own account, and shows nothing of others', async () => {
    const told = await call.run(insider(call), own);
    expect(shown(told)).toEqual([]);
    if (call.name === 'account.claim') expect(told.code).toBe('Not Found');
    else expect(told.code, told.text).toBeUndefined();
    const finds = call.isQuery && !findsNothing.has(call.name);
    const own_ = [own.marker, own.amount, ...Object.values(own.ids)];
    if (finds)
      expect(
        own_.some((mine) => told.text.includes(mine)),
        told.text,
      ).toBe(true);
    if (call.name === 'account.get') expect(told.text).toContain('"goals":0,"events":1}');
    if (/analytics/.test(call.name) && !/records/i.test(call.name))
      expect(told.text).toMatch(/"revenue":"1\.25","value":"3\.75","cost":"1\.25"/);
  });

  test('answers alike for another account and for what does not exist', async () => {
    for (const other of foreign) {
      const told = await call.run(insider(call), other);
      // Ids in errors repeat the request; an answer mentions no record of another account.
      expect(told.text).not.toContain(call.isQuery ? other.marker : `"id":"${other.ids.revenues}"`);
      expect(told.text).not.toContain(`"${other.amount}"`);
      if (namesIds(call)) expect(['Not Found', 'Invalid Request', 'Invalid ID']).toContain(told.code);
      // Shared keys name rows of the caller.
      else if (other.prefix === '') continue;
      expect(withoutIds(told)).toEqual(withoutIds(await call.run(insider(call), nowhere(other))));
    }
  });

  test('is refused without a key, with a revoked or expired one, and without the scope', async () => {
    for (const token of [refused.none, refused.revoked, refused.expired]) {
      expect(await call.run({ token }, own)).toMatchObject({ code: 'Unauthorized' });
    }
    // No key has the scope of accounts.
    const token = call.scope === ACCOUNT ? own.token : (refused.lacking.get(call.scope) ?? null);
    expect(await call.run({ token }, own)).toMatchObject({ code: 'Forbidden' });
  });
});

/** References of a record by id, each alone, so that the refusal is about it. */
const references = [
  ['revenues', 'agentId', 'agents'],
  ['revenues', 'customerId', 'customers'],
  ['revenues', 'goalId', 'goals'],
  ['revenues', 'eventId', 'events'],
  ['outcomes', 'goalId', 'goals'],
  ['outcomes', 'toolId', 'tools'],
] as const;

test.each(references)(
  'a record of %s cannot reference the %s of another account',
  async (kind, field, table) => {
    const fields = {
      revenues: { amount: '0', recordedAt: '2026-06-15T12:00:00Z' },
      outcomes: { value: '0' },
    };
    const headers = { authorization: `Bearer ${own.token}` };
    const record = (id: string) =>
      send(`${own.url}/trpc/${kind}.record`, {
        headers,
        body: JSON.stringify({ ...fields[kind], [field]: id }),
      });
    for (const { ids, voided } of foreign)
      for (const id of [ids[table], ...(table in voided ? [voided[table as keyof typeof voided]] : [])])
        expect((await record(id)).text).toMatch(/"error":"(Not Found|Invalid)/);
    expect((await record(own.ids[table])).status).toBe(200);
  },
);

test('an outcome whose goal is voided is not found by another account', async () => {
  const headers = { authorization: `Bearer ${own.token}` };
  const restore = async (id: string) => {
    const body = JSON.stringify({ id, action: 'restore', reason: 'test' });
    const { text } = await send(`${own.url}/trpc/outcomes.correct`, { headers, body });
    return JSON.parse(text).error.data.error;
  };
  expect(await restore(own.voided.outcomes)).toBe('Invalid Request');
  for (const { voided } of foreign) expect(await restore(voided.outcomes)).toBe('Not Found');
});

/** A call of a model whose price came later. */
async function unpricedCall(url: string, token: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const { status, text } = await send(`${url}/v1/${path}`, { token, body: JSON.stringify(body) });
    expect(status, text).toBe(201);
    return JSON.parse(text);
  };
  const call = {
    type: 'llm.call',
    model: 'shared-model',
    inputTokens: 1_000,
    occurredAt: '2020-03-01T12:00:00Z',
  };
  const { id, costSource } = await post('events', call);
  expect(costSource).toBe('unpriced');
  await post('prices', { model: 'shared-model', effectiveFrom: '2020-01-01T00:00:00Z', input: '1' });
  return id;
}

const march = { from: '2020-03-01T00:00:00Z', to: '2020-04-01T00:00:00Z' };
const reprice = async (token: string, input: object) => {
  const { status, text } = await send(`${own.url}/v1/prices/reprice`, { token, body: JSON.stringify(input) });
  return { status, body: JSON.parse(text) };
};

test('prices and events of others have no part in costs and in repricing', async () => {
  const others = [await mintKey(), await mintKey()];
  const [first, second] = others as [(typeof others)[0], (typeof others)[0]];
  await unpricedCall(own.url, first.token);
  // The price of the first does not apply to the calls of the second.
  await unpricedCall(own.url, second.token);
  const one = { events: 1, unpricedBefore: 1, oldCost: '0', newCost: '0.001' };
  expect(await reprice(second.token, { ...march, dryRun: true })).toMatchObject({ status: 200, body: one });
});

test('a run of another account that has not ended does not hold up those of others', async () => {
  const [busy, free] = [await mintKey(), await mintKey()];
  const id = await unpricedCall(own.url, busy.token);
  const client = await (await testDatabase()).pool.connect();
  try {
    // The run waits for this event.
    await client.query('begin');
    await client.query('select id from events where id = $1 for update', [id]);
    expect(await reprice(busy.token, march)).toMatchObject({ status: 201 });
    expect(await reprice(busy.token, march)).toMatchObject({ status: 400 });
    expect(await reprice(free.token, march)).toMatchObject({ status: 201 });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('the prices of others do not count toward the most that an account can have', async () => {
  const [rich, other] = [await mintKey(), await mintKey()];
  const { pool } = await testDatabase();
  await pool.query(
    `insert into prices (developer_id, id, model, effective_from, input, terms, created_at)
     select d.id, gen_random_uuid(), 'model ' || i, now(), 1, 'terms ' || i, now()
     from developers d, generate_series(1, 1000) i where d.name = $1`,
    [rich.developer],
  );
  const price = { model: 'one-more', effectiveFrom: '2020-01-01T00:00:00Z', input: '1' };
  const create = ({ token }: { token: string }) =>
    send(`${own.url}/v1/prices`, { token, body: JSON.stringify(price) });
  expect((await create(rich)).status).toBe(400);
  expect((await create(other)).status).toBe(201);
});

/** Whether a call refers to a row by its id, which only its owner has. */
function namesIds({ name }: Call): boolean {
  return (
    /^(revenues|outcomes|goals|events)\.(get|history|correct)$|^Query\.(revenue|outcome|goal|event)(History)?$/.test(
      name,
    ) ||
    /^prices\.(delete|getRepricing|revertRepricing)$|^Mutation\.(deletePrice|revertRepricing)$|^Query\.repricing$/.test(
      name,
    ) ||
    /^(revenues|outcomes)\.record$|^Mutation\.(record(Revenue|Outcome)|correct(Revenue|Outcome|Goal|Event)|refundRevenue)$|^revenues\.refund$|^apiKeys\.(rename|rotate|revoke)$/.test(
      name,
    )
  );
}

test('no call has changed anything of another account', async () => {
  expect(await snapshotOf(await testDatabase(), foreign)).toBe(before);
  const surfaces = Object.groupBy(calls, ({ surface }) => surface);
  const counts = Object.entries(surfaces).map(([name, list]) => `${list?.length} over ${name}`);
  report(
    `${calls.length} calls (${counts.join(', ')}) × own, foreign, no key, revoked, expired, wrong scope: nothing of others is shown or changed`,
  );
});
