import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { expectVerified } from '../support/expect-verified.ts';

const gateway = useGateway();
let token: string;
let developer: string;
beforeEach(async () => {
  ({ token, developer } = await mintKey());
});
const call = restOf(gateway, () => token);

const at = (i: number) => new Date(Date.UTC(2026, 5, 1) + i * 60_000).toISOString();
const window = { from: '2026-06-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z' };
const event = (i: number, more: object = {}) => ({
  type: 'llm.call',
  model: 'house-model',
  provider: 'house',
  agentKey: `agent ${i % 3}`,
  inputTokens: 1_000 + i,
  occurredAt: at(i),
  ...more,
});
const price = { model: 'house-model', effectiveFrom: window.from, input: '2' };

type Recorded = { id: string; cost: string | null };
async function record(events: object[]): Promise<Recorded[]> {
  const { body } = await call('POST', 'events/batch', events);
  return body.results.map(({ record }: { record: Recorded }) => record);
}

async function totals(): Promise<{ cost: string; unpricedEvents: number; computedCost: string }> {
  const query = `{ analytics(window: {from: "2026-06-01", to: "2026-07-01"}) { totals { cost unpricedEvents computedCost } } }`;
  return (await call('POST', '../graphql', { query })).body.data.analytics.totals;
}

async function ended(id: string) {
  let run: Awaited<ReturnType<typeof call>>['body'];
  await vi.waitFor(
    async () => {
      run = (await call('GET', `prices/reprice/${id}`)).body;
      expect(run.state).toBe('done');
    },
    { timeout: 30_000, interval: 50 },
  );
  return run;
}

async function reprice(more: object = {}) {
  const { status, body } = await call('POST', 'prices/reprice', { ...window, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return ended(body.id);
}

/** The account of a run whose every step fails. Its end takes several tries, during which the other tests run. */
const failing = { token: '', developer: '', priceId: '', runId: '' };
const failingCall = restOf(gateway, () => failing.token);
const failingState = async () => (await failingCall('GET', `prices/reprice/${failing.runId}`)).body.state;
beforeAll(async () => {
  Object.assign(failing, await mintKey());
  await failingCall('POST', 'events/batch', [event(0)]);
  failing.priceId = (await failingCall('POST', 'prices', price)).body.id;
  await setTiers(failing.priceId, '5');
  failing.runId = (await failingCall('POST', 'prices/reprice', window)).body.id;
});

async function setTiers(priceId: string, tiers: string | null): Promise<void> {
  const { pool } = await testDatabase();
  await pool.query('update prices set tiers = $1 where id = $2', [tiers, priceId]);
}

test('run that cannot go on delays no other account', async () => {
  await ended((await call('POST', 'prices/reprice', window)).body.id);
  expect(await failingState()).toBe('running');
});

test('events of the past get the cost of a price that was missing, and lose it again', async () => {
  const [first, second] = await record([event(0), event(1)]);
  const [reported] = await record([event(2, { cost: '7' })]);
  await record([event(3, { model: 'other' }), { type: 'note', occurredAt: at(4) }]);
  expect(await totals()).toEqual({ cost: '7', unpricedEvents: 3, computedCost: '0' });
  await call('POST', 'prices', price);

  const dryRun = await call('POST', 'prices/reprice', { ...window, dryRun: true });
  const figures = { events: 2, unpricedBefore: 2, oldCost: '0', newCost: '0.004002' };
  expect(dryRun).toMatchObject({ status: 200, body: { id: null, state: 'dryRun', ...figures } });
  expect(await totals()).toMatchObject({ cost: '7' });

  const run = await reprice({ reason: 'The price was missing' });
  expect(run).toMatchObject({ ...figures, revertsId: null, keptEvents: 0 });
  expect(await totals()).toEqual({ cost: '7.004002', unpricedEvents: 1, computedCost: '0.004002' });
  expect((await call('GET', `events/${first?.id}`)).body).toMatchObject({
    ...{ cost: '0.002', computedCost: '0.002', costSource: 'computed', version: 2 },
  });
  expect((await call('GET', `events/${reported?.id}`)).body).toMatchObject({ cost: '7', version: 1 });

  const listed = (await call('GET', 'corrections')).body;
  expect(listed).toMatchObject([
    { id: run.id, recordId: run.id, action: 'reprice', reason: 'The price was missing', runId: null },
  ]);
  const amendments = (await call('GET', `corrections?runId=${run.id}`)).body;
  expect(new Set(amendments.map(({ recordId }: { recordId: string }) => recordId))).toEqual(
    new Set([first?.id, second?.id]),
  );
  expect(amendments[0]).toMatchObject({ action: 'amend', version: 2, runId: run.id });
  expect((await call('GET', `events/${first?.id}/history`)).body).toMatchObject([
    { version: 1, record: { cost: null, costSource: 'unpriced' }, correction: null },
    { version: 2, record: { cost: '0.002' }, correction: { runId: run.id, reason: 'The price was missing' } },
  ]);

  await call('POST', `events/${second?.id}/corrections`, {
    ...{ action: 'amend', changes: { name: 'Draft' }, reason: 'a name' },
  });
  const begun = await call('POST', `prices/reprice/${run.id}/revert`, {});
  expect(begun).toMatchObject({ status: 201, body: { revertsId: run.id } });
  const revert = await ended(begun.body.id);
  expect(revert).toMatchObject({ events: 1, keptEvents: 1, oldCost: '0.002', newCost: '0' });
  expect(await totals()).toEqual({ cost: '7.002002', unpricedEvents: 2, computedCost: '0.002002' });
  expect((await call('GET', `events/${first?.id}`)).body).toMatchObject({
    cost: null,
    costSource: 'unpriced',
  });
  expect((await call('POST', `prices/reprice/${run.id}/revert`, {})).body.message).toContain(
    'reverted before',
  );
  await expectVerified(developer, failing.developer);
});

test('dry run reserves no idempotency key, looks again each time, and leaves the key to a run', async () => {
  const [first] = await record([event(0)]);
  await call('POST', 'prices', price);
  const input = { ...window, dryRun: true };
  expect((await call('POST', 'prices/reprice', input, 'same')).body).toMatchObject({ events: 1 });
  await call('POST', `events/${first?.id}/corrections`, {
    ...{ action: 'amend', changes: { cost: '1' }, reason: 'billed' },
  });
  const again = await call('POST', 'prices/reprice', input, 'same');
  expect(again).toMatchObject({ status: 200, body: { state: 'dryRun', events: 0 } });
  expect(again.headers.get('idempotent-replayed')).toBeNull();
  const run = await call('POST', 'prices/reprice', window, 'same');
  expect(run.status).toBe(201);
  const replayed = await call('POST', 'prices/reprice', window, 'same');
  expect(replayed).toMatchObject({ status: 201, body: run.body });
  await ended(run.body.id);
});

test('a wrong price is mended for one model and one span of time alone', async () => {
  await call('POST', 'prices', { ...price, input: '20' });
  await call('POST', 'prices', { ...price, model: 'house-small', input: '1' });
  await record([event(0), event(10), event(20), event(10, { model: 'House-Small' })]);
  const { body: wrong } = await call('GET', 'prices?model=house-model');
  await call('DELETE', `prices/${wrong[0].id}`);
  await call('POST', 'prices', price);
  const run = await reprice({ from: at(10), to: at(20), model: 'HOUSE-MODEL' });
  expect(run).toMatchObject({ events: 1, unpricedBefore: 0, oldCost: '0.0202', newCost: '0.00202' });
  // The second run changes what the first one did not, and nothing twice.
  expect(await reprice({ model: 'house-*', provider: 'House' })).toMatchObject({ events: 2 });
  expect(await reprice()).toMatchObject({ events: 0 });
  await expectVerified(developer, failing.developer);
});

test('a long run is exact', async () => {
  const count = 2_500;
  for (let i = 0; i < count; i += 500) await record(Array.from({ length: 500 }, (_, j) => event(i + j)));
  await call('POST', 'prices', price);
  const { body } = await call('POST', 'prices/reprice', window);
  const run = await ended(body.id);
  // 2 USD per million, of 1,000 to 3,499 tokens.
  const cost = String((2 * (1_000 * count + (count * (count - 1)) / 2)) / 1e6);
  expect(run).toMatchObject({ events: count, newCost: cost });
  expect(await totals()).toMatchObject({ cost, unpricedEvents: 0 });
  const begun = await call('POST', `prices/reprice/${body.id}/revert`, {});
  expect(await ended(begun.body.id)).toMatchObject({ events: count, keptEvents: 0, newCost: '0' });
  expect(await totals()).toMatchObject({ cost: '0', unpricedEvents: count });
  await expectVerified(developer, failing.developer);
});

test('while a run waits for its events no other begins, and a cost that is reported stays', async () => {
  const [held, reported] = await record([event(0), event(1)]);
  await call('POST', 'prices', price);
  const client = await (await testDatabase()).pool.connect();
  let id: string;
  try {
    await client.query('begin');
    await client.query('select 1 from events where id = $1 for update', [held?.id]);
    ({ id } = (await call('POST', 'prices/reprice', window)).body);
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and pg_backend_pid() = any(pg_blocking_pids(pid))`,
      );
      expect(rows).toHaveLength(1);
    });
    const second = await call('POST', 'prices/reprice', window);
    expect(second).toMatchObject({ status: 400 });
    expect(second.body.message).toContain('another run');
    const amend = { action: 'amend', changes: { cost: '7' }, reason: 'billed' };
    expect((await call('POST', `events/${reported?.id}/corrections`, amend)).status).toBe(201);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await ended(id)).toMatchObject({ events: 1, newCost: '0.002' });
  const { body } = await call('GET', `events/${reported?.id}`);
  expect(body).toMatchObject({ cost: '7', costSource: 'reported', version: 2 });
  expect(await totals()).toMatchObject({ cost: '7.002' });
});

test('nothing is repriced where costs are not computed, and the refusal names the setting', async () => {
  await call('POST', 'prices', price);
  await record([event(0)]);
  await call('PATCH', 'settings', { computeCosts: false });
  for (const dryRun of [false, true]) {
    const refused = await call('POST', 'prices/reprice', { ...window, dryRun });
    expect(refused).toMatchObject({ status: 400, body: { code: 'Invalid Request' } });
    expect(refused.body.message).toContain('setting computeCosts');
  }
  expect(await totals()).toMatchObject({ cost: '0.002' });
});

test('event of a time when no cost was computed becomes unpriced, and counts as none that changed', async () => {
  await call('PATCH', 'settings', { computeCosts: false });
  const [unknown] = await record([event(0)]);
  await call('PATCH', 'settings', { computeCosts: true });
  expect(await totals()).toMatchObject({ unpricedEvents: 0 });
  const run = await reprice();
  expect(run).toMatchObject({ events: 0, unpricedBefore: 0, oldCost: '0', newCost: '0' });
  expect(await totals()).toMatchObject({ unpricedEvents: 1 });
  const of = async () => (await call('GET', `events/${unknown?.id}`)).body;
  expect(await of()).toMatchObject({ cost: null, costSource: 'unpriced', version: 2 });
  await reprice();
  expect(await of()).toMatchObject({ version: 2 });
  await ended((await call('POST', `prices/reprice/${run.id}/revert`, {})).body.id);
  expect(await of()).toMatchObject({ cost: null, costSource: null, version: 3 });
});

test('run of another account, and one without rights, is refused', async () => {
  const run = await reprice();
  const { token: stranger } = await mintKey();
  const { token: cannotCorrect } = await mintKey({ scopes: ['prices:write', 'prices:read'] });
  const other = restOf(gateway, () => stranger);
  expect((await other('GET', `prices/reprice/${run.id}`)).status).toBe(404);
  expect((await other('POST', `prices/reprice/${run.id}/revert`, {})).status).toBe(404);
  const lacking = await restOf(gateway, () => cannotCorrect)('POST', 'prices/reprice', window);
  expect(lacking).toMatchObject({ status: 403 });
  expect(lacking.body.message).toContain('corrections:write');
  expect((await call('POST', 'prices/reprice', { from: window.to, to: window.from })).status).toBe(400);
});

test('run that cannot go on fails in the end, and lets its account begin another', async () => {
  await vi.waitFor(async () => expect(await failingState()).toBe('failed'), { timeout: 60_000 });
  await setTiers(failing.priceId, null);
  ({ token } = failing);
  expect(await reprice()).toMatchObject({ events: 1, newCost: '0.002' });
});
