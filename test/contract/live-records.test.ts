import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { mintKey, revokeKey } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { type EventStream, openStream, type StreamEvent } from '../support/live/event-stream.ts';
import { bound } from '../support/load/figures.ts';

const gateway = useGateway();
const neighbour = useOwnGateway();
const open: EventStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(url: string, token: string, input: object = {}): Promise<EventStream> {
  const query = encodeURIComponent(JSON.stringify(input));
  const headers = { authorization: `Bearer ${token}` };
  const stream = await openStream(`${url}/trpc/records.live?input=${query}`, { headers });
  open.push(stream);
  return stream;
}

/** The next event with a record, or how the stream ended. */
async function nextRecord(
  stream: EventStream,
): Promise<StreamEvent & { value: { kind: string; record: { id: string } } }> {
  for (;;) {
    const event = await stream.next();
    if (!event) throw new Error('the stream ended');
    if (['connected', 'ping'].includes(event.event)) continue;
    const value = JSON.parse(event.data);
    if (value.kind !== 'position') return { ...event, value };
  }
}

async function post(url: string, token: string, path: string, body: unknown): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as { id: string };
}

const revenue = { amount: '1.00', recordedAt: '2026-01-01T00:00:00Z', agentKey: 'a' };

test('records of every kind arrive as they are shown elsewhere, from another gateway', async () => {
  const { token } = await mintKey();
  const stream = await follow(gateway.url, token);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  await post(neighbour.url, token, 'goal-types', { key: 'sold', value: '5' });
  const sent = {
    revenues: await post(neighbour.url, token, 'revenues', revenue),
    events: await post(neighbour.url, token, 'events', { type: 'llm.call', cost: '0.1' }),
    goals: await post(neighbour.url, token, 'goals', { goalKey: 'sold' }),
  };
  for (const [kind, record] of Object.entries(sent)) {
    expect((await nextRecord(stream)).value).toEqual({ kind, record });
    // A goal whose type has a value generates an outcome, which arrives with it.
    if (kind !== 'goals') continue;
    expect((await nextRecord(stream)).value).toMatchObject({
      kind: 'outcomes',
      record: { goalId: record.id },
    });
  }
});

test('only the chosen kinds arrive, and only kinds that the key may read', async () => {
  const { token, developer } = await mintKey();
  const goals = await follow(gateway.url, token, { kinds: ['goals'] });
  const { token: limited } = await mintKey({ developer, scopes: ['goals:read'] });
  const readable = await follow(gateway.url, limited);
  await post(gateway.url, token, 'revenues', revenue);
  const goal = await post(gateway.url, token, 'goals', { goalKey: 'sold' });
  expect((await nextRecord(goals)).value.record.id).toBe(goal.id);
  expect((await nextRecord(readable)).value.record.id).toBe(goal.id);

  const refused = await follow(gateway.url, limited, { kinds: ['revenues'] });
  const event = await nextRecord(refused);
  expect(event.event).toBe('serialized-error');
  expect(event.data).toContain('The API key lacks the scope revenues:read.');
});

test('a stream resumes after the last event, also in the middle of a batch', async () => {
  const { token } = await mintKey();
  const first = await follow(gateway.url, token);
  const position = await first
    .next()
    .then(async (event) => (event?.event === 'connected' ? first.next() : event));
  const batch = Array.from({ length: 5 }, (_, i) => ({ ...revenue, key: `k${i}` }));
  await post(gateway.url, token, 'revenues/batch', batch);
  const seen = [await nextRecord(first), await nextRecord(first)];
  first.close();
  await post(gateway.url, token, 'revenues', { ...revenue, key: 'k5' });

  const keys = async (lastEventId: string | undefined, count: number) => {
    const stream = await follow(neighbour.url, token, { lastEventId });
    const events = [];
    for (let i = 0; i < count; i++) events.push(await nextRecord(stream));
    return events.map(({ value }) => (value.record as unknown as { key: string }).key);
  };
  expect(await keys(seen.at(-1)?.id, 4)).toEqual(['k2', 'k3', 'k4', 'k5']);
  expect(await keys(position?.id, 6)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5']);
});

test.each([['nonsense'], ['1-0-a']])(
  'a stream cannot resume from %s, which is not an event id',
  async (lastEventId) => {
    const { token } = await mintKey();
    const event = await nextRecord(await follow(gateway.url, token, { lastEventId }));
    expect(event.event).toBe('serialized-error');
    expect(event.data).toMatch(/lastEventId is (not the id of an event|too old to resume from)/);
  },
);

test.each([['1000000000000'], ['99999999999999999999']])(
  'a stream does not wait for transaction %s of another database',
  async (xid) => {
    const { token } = await mintKey();
    const lastEventId = `${xid}-0-${Date.now().toString(36)}`;
    const event = await nextRecord(await follow(gateway.url, token, { lastEventId }));
    expect(event.event).toBe('serialized-error');
    expect(event.data).toContain('lastEventId is not of this database');
  },
);

test('a stream contains no records of another developer', async () => {
  const [{ token }, { token: stranger }] = [await mintKey(), await mintKey()];
  const stream = await follow(gateway.url, stranger);
  // From its first event on, a stream misses nothing.
  await stream.next();
  await post(gateway.url, token, 'revenues', revenue);
  const own = await post(gateway.url, stranger, 'revenues', { ...revenue, amount: '2' });
  expect((await nextRecord(stream)).value.record.id).toBe(own.id);
});

test('a stream ends within a second when its key is revoked', async () => {
  const { token, id } = await mintKey();
  const stream = await follow(gateway.url, token);
  await stream.next();
  await revokeKey(id);
  const ended = nextRecord(stream).then(({ event, data }) => `${event} ${data}`);
  expect(await Promise.race([ended, sleep(bound(20_000, 1_000), 'still open')])).toMatch(
    /^serialized-error .*Unauthorized/,
  );
});

test('corrections come in the order of commits, to followers of their kinds; a record comes as it was recorded', async () => {
  const { token } = await mintKey();
  const all = await follow(gateway.url, token);
  const goals = await follow(neighbour.url, token, { kinds: ['goals'] });
  await all.next();
  const revenue = { amount: '5', recordedAt: '2026-01-15T10:30:00.000Z' };
  const { id } = await post(gateway.url, token, 'revenues', revenue);
  const correct = (url: string, body: object) =>
    post(url, token, `revenues/${id}/corrections`, { reason: 'test', ...body });
  await correct(neighbour.url, { action: 'amend', changes: { amount: '7' } });
  await correct(gateway.url, { action: 'void' });
  await post(gateway.url, token, 'goals', { goalKey: 'done' });

  expect(await nextRecord(all)).toMatchObject({
    value: { kind: 'revenues', record: { id, amount: '5', version: 1 } },
  });
  const amended = await nextRecord(all);
  expect(amended.value).toMatchObject({
    kind: 'revenues.corrected',
    correction: { recordId: id, action: 'amend', version: 2 },
    before: { amount: '5', version: 1 },
    after: { amount: '7', version: 2 },
  });
  const voided = {
    kind: 'revenues.corrected',
    correction: { version: 3 },
    before: { amount: '7' },
    after: null,
  };
  expect((await nextRecord(all)).value).toMatchObject(voided);
  expect((await nextRecord(all)).value).toMatchObject({ kind: 'goals' });
  expect((await nextRecord(goals)).value).toMatchObject({ kind: 'goals' });
  const resumed = await follow(neighbour.url, token, { lastEventId: amended.id });
  expect((await nextRecord(resumed)).value).toMatchObject(voided);
});

test('repricing sends one message per statement to followers of events, by which a sum stays right', async () => {
  const { token } = await mintKey();
  const window = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };
  const event = { type: 'llm.call', model: 'house-model', occurredAt: '2026-01-15T10:30:00.000Z' };
  await post(gateway.url, token, 'events', { ...event, inputTokens: 1_000_000 });
  await post(gateway.url, token, 'events', { ...event, inputTokens: 500_000 });
  await post(gateway.url, token, 'prices', { model: 'house-model', effectiveFrom: window.from, input: '2' });
  const all = await follow(neighbour.url, token);
  const goals = await follow(neighbour.url, token, { kinds: ['goals'] });
  await all.next();
  const { id } = await post(gateway.url, token, 'prices/reprice', window);
  const repriced = { kind: 'events.repriced', run: id, events: 2, costChange: '3' };
  expect((await nextRecord(all)).value).toEqual(repriced);
  await post(gateway.url, token, 'goals', { goalKey: 'done' });
  expect((await nextRecord(goals)).value).toMatchObject({ kind: 'goals' });
});
