import { Outturn, OutturnApiError } from '@outturn/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { openApi, operations } from '../support/openapi/document.ts';

const gateway = useGateway();
let outturn: Outturn;
const called: string[] = [];

beforeAll(async () => {
  const noting: typeof fetch = (input, init) => {
    called.push(operationOf(`${init?.method}`, new URL(`${input}`).pathname));
    return fetch(input, init);
  };
  outturn = new Outturn({ apiKey: (await mintKey()).token, baseUrl: `${gateway.url}/`, fetch: noting });
});

const recordedAt = new Date('2024-01-15T10:30:00.000Z');

test('the client has the operations of openapi.json, and no others', () => {
  const groups = Object.entries(outturn).filter(([, group]) => typeof group === 'object');
  const mounted = groups.flatMap(([name, group]) => Object.keys(group).map((verb) => `${name}.${verb}`));

  expect(mounted.sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

describe('every operation calls the route of its name', () => {
  const samples = {
    revenues: { amount: '99.90', recordedAt },
    outcomes: { value: '25.00' },
    goals: { goalKey: 'signup' },
    events: { type: 'llm.call', cost: '0.01' },
  };

  test.each(['revenues', 'outcomes', 'goals', 'events'] as const)('%s', async (kind) => {
    // The four groups have the same functions; the table above pairs each with its sample.
    const group = outturn[kind] as unknown as (typeof outturn)['revenues'];
    const sample = samples[kind] as (typeof samples)['revenues'];

    const record = await group.record(sample);
    const batch = await group.recordBatch([sample, { ...sample, agentKey: '' }]);

    expect(await group.get(record.id)).toEqual(record);
    expect(batch).toMatchObject({ created: 1, replayed: 0, rejected: 1 });
    expect(await group.list().page()).toMatchObject({ items: [{}, record], nextCursor: null });

    const voided = await group.correct(record.id, { action: 'void', reason: 'Recorded twice' });
    expect(voided).toMatchObject({ kind, version: 2, before: record, after: null });
    const items = [
      { id: record.id, action: 'restore', reason: 'It was another order' },
      { id: record.id, action: 'restore', reason: 'It was another order' },
    ] as const;
    expect(await group.correctBatch(items)).toMatchObject({
      created: 1,
      rejected: 1,
      results: [{ correction: { version: 3 } }, {}],
    });
    const history = await group.history(record.id);
    expect(history.map((entry) => entry.record?.version)).toEqual([1, undefined, 3]);
    expect((await outturn.corrections.list({ recordId: record.id }).page()).items).toMatchObject([
      { action: 'restore' },
      { action: 'void' },
    ]);
  });

  test('refunds', async () => {
    const { id, key } = await outturn.revenues.record(samples.revenues);
    const paidBack = await outturn.revenues.refund(id, { amount: 9.9, recordedAt });
    expect(paidBack).toMatchObject({ amount: '-9.9', refundOf: id });
    expect(await outturn.revenues.refundBatch([{ revenueKey: key, recordedAt }])).toMatchObject({
      created: 1,
      results: [{ record: { amount: '-90.00', refundOf: id } }],
    });
    expect((await outturn.revenues.list({ refundOf: id }).page()).items).toHaveLength(2);
  });

  test('an amount of a correction may be a number', async () => {
    const { id } = await outturn.revenues.record(samples.revenues);
    const { after } = await outturn.revenues.correct(id, {
      action: 'amend',
      changes: { amount: 0.1 + 0.2 },
      reason: 'A typing error',
    });
    expect(after?.amount).toBe('0.3');
  });

  test.each(['goalTypes', 'agents', 'customers', 'tools'] as const)('%s', async (name) => {
    const group = outturn[name];
    const key = 'a/b ü?#';

    const created = await group.create({ key, name: 'Before' });
    expect(created).toMatchObject({ key, name: 'Before', description: null });
    expect(await group.get(key)).toEqual(created);
    const updated = await group.update(key, { name: 'After' });
    expect(updated).toMatchObject({ id: created.id, name: 'After' });
    expect((await group.list().page()).items).toContainEqual(updated);
    const replaced = await group.replace(key, { description: 'New' });
    expect(replaced).toMatchObject({ id: created.id, name: null, description: 'New' });
    expect(await group.delete(key)).toBeUndefined();
    await expect(group.get(key)).rejects.toThrow(OutturnApiError);
  });

  test('sessions', async () => {
    const key = 'session/1';
    const sent = { sessionKey: key, agentKey: 'bot' };
    const start = await outturn.events.record({ type: 'session.start', ...sent });
    const end = await outturn.events.record({ type: 'session.end', ...sent });

    const session = await outturn.sessions.get(key);
    expect(session).toMatchObject({ key, agentKey: 'bot', summary: null });
    expect(await outturn.sessions.list({ agentKey: 'bot' }).page()).toMatchObject({ items: [session] });
    expect(await outturn.sessions.get(key, { include: 'summary' })).toMatchObject({ summary: { events: 2 } });
    const timeline = await Array.fromAsync(outturn.sessions.timeline(key, { limit: 1 }));
    expect(timeline).toEqual(
      [start, end].map((record) => ({ kind: 'events', time: record.occurredAt, record })),
    );
  });

  test('prices', async () => {
    const price = await outturn.prices.create({
      model: 'house-model',
      effectiveFrom: recordedAt,
      input: '0.5',
      output: '2',
    });
    expect(price).toMatchObject({ source: 'own', input: '0.5', output: '2' });
    expect(await outturn.prices.find({ model: 'House-Model', at: recordedAt })).toEqual(price);
    expect((await outturn.prices.list().page()).items).toEqual([price]);
    expect(await outturn.prices.delete(`${price.id}`)).toBeUndefined();
    const builtIn = await outturn.prices
      .list({ source: 'built-in', model: 'gpt-4.1', provider: 'openai' })
      .page();
    expect(builtIn.items).toContainEqual(expect.objectContaining({ model: 'gpt-4.1-mini', input: '0.4' }));
  });

  test('repricing', async () => {
    const window = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
    expect(await outturn.prices.reprice({ ...window, dryRun: true })).toMatchObject({
      state: 'dryRun',
      events: 0,
    });
    const { id } = await outturn.prices.reprice(window);
    await vi.waitFor(async () =>
      expect(await outturn.prices.getRepricing(`${id}`)).toMatchObject({ state: 'done' }),
    );
    expect(await outturn.prices.revertRepricing(`${id}`, {})).toMatchObject({ revertsId: id });
  });

  test('settings', async () => {
    expect(await outturn.settings.get()).toEqual({ computeCosts: true, ignoredScopes: [] });
    const changes = { computeCosts: false, ignoredScopes: ['noisy'] };
    expect(await outturn.settings.update(changes)).toEqual(changes);
  });

  test('sources of telemetry', async () => {
    expect((await outturn.traces.sources().page()).items).toEqual([]);
  });

  test('every operation was called', () => {
    expect([...new Set(called)].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });
});

/** The operation of a request, by the document. */
function operationOf(method: string, pathname: string): string {
  const fits = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  const found = Object.entries(openApi.paths).filter(([path]) => fits(path));
  // `/v1/revenues/batch` also matches the path of a single revenue, which has no such method.
  const [operation] = found.flatMap(([, methods]) => methods[method.toLowerCase()] ?? []);
  return operation?.operationId ?? `${method} ${pathname}`;
}
