import { describe, expect, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { minimal, recordId, unknownId } from '../support/drivers/samples.ts';
import { surfaces, useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const neighbour = useOwnGateway();

/** How many rows of a table a developer has. */
async function countRows(table: 'agents' | 'customers' | 'sessions', developer: string): Promise<number> {
  const { pool } = await testDatabase();
  const { rowCount } = await pool.query(
    `select 1 from ${table} t join developers d on d.id = t.developer_id where d.name = $1`,
    [developer],
  );
  return rowCount ?? 0;
}

describe.each(surfaces)('agents and customers over $name', ({ connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);
  const named = { ...minimal, agentKey: 'agent', customerKey: 'customer', sessionKey: 'session' };

  test('are created on first use and found by their key afterwards, also by another gateway', async () => {
    const { token, developer } = await mintKey();
    const first = succeeded(await connect(gateway.url, token).record(named));
    const again = succeeded(await connect(gateway.url, token).record(named));
    const elsewhere = succeeded(await connect(neighbour.url, token).record(named));

    expect(first).toMatchObject({ agentKey: 'agent', customerKey: 'customer' });
    expect(first.agentId).toMatch(recordId);
    expect(first.customerId).toMatch(recordId);
    expect(first.customerId).not.toBe(first.agentId);
    const { agentId, customerId } = first;
    expect(again).toMatchObject({ agentId, customerId });
    expect(elsewhere).toMatchObject({ agentId, customerId });
    for (const table of ['agents', 'customers', 'sessions'] as const) {
      expect(await countRows(table, developer)).toBe(1);
    }
  });

  test('belong to one developer: the same key of another developer is another row', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const [a, b] = [succeeded(await mine.record(named)), succeeded(await theirs.record(named))];

    expect(b.agentId).not.toBe(a.agentId);
    expect(b.customerId).not.toBe(a.customerId);
  });

  test('are referred to by id once they exist', async () => {
    const api = await newAccount();
    const { agentId, customerId } = succeeded(await api.record(named));
    const byId = succeeded(await api.record({ ...minimal, agentId, customerId }));

    expect(byId).toMatchObject({ agentId, agentKey: 'agent', customerId, customerKey: 'customer' });
  });

  test.each(['agentId', 'customerId', 'goalId', 'eventId'])('an unknown %s is refused', async (field) => {
    const api = await newAccount();
    const message = 'does not exist in this account';

    expect(await api.record({ ...minimal, [field]: unknownId })).toEqual({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: `${field} ${message}`,
      details: [{ field, message }],
    });
    expect(succeeded(await api.list()).items).toEqual([]);
  });

  test("another developer's agent is unknown, also while this process caches it", async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const { agentId, customerId } = succeeded(await theirs.record(named));

    expect(await mine.record({ ...minimal, agentId })).toMatchObject({ details: [{ field: 'agentId' }] });
    expect(await mine.record({ ...minimal, customerId })).toMatchObject({
      details: [{ field: 'customerId' }],
    });
  });

  test.each([
    ['agentId', { agentKey: 'agent' }],
    ['customerId', { customerKey: 'customer' }],
  ])('%s together with its key is refused', async (field, key) => {
    const api = await newAccount();
    const result = await api.record({ ...minimal, ...key, [field]: unknownId });

    expect(result).toMatchObject({ ok: false, code: 'Invalid Request', status: 400, details: [{ field }] });
  });

  test('a refused record creates none', async () => {
    const { token, developer } = await mintKey();
    const api = connect(gateway.url, token);
    await api.record({ ...named, amount: 'much' });
    succeeded(await api.record(minimal, { idempotencyKey: 'taken' }));
    await api.record(named, { idempotencyKey: 'taken' });

    expect(await countRows('agents', developer)).toBe(0);
    expect(await countRows('customers', developer)).toBe(0);
  });
});

test('a hundred concurrent first uses over every surface make one agent and one customer', async () => {
  const { token, developer } = await mintKey();
  const apis = surfaces.flatMap(({ connect }) => [
    connect(gateway.url, token),
    connect(neighbour.url, token),
  ]);
  const named = { ...minimal, agentKey: 'rush', customerKey: 'rush' };
  const results = await Promise.all(
    Array.from({ length: 102 }, (_, i) => apis[i % apis.length]?.record(named)),
  );
  const records = results.map((result) => result && succeeded(result));

  expect(new Set(records.map((record) => record?.agentId)).size).toBe(1);
  expect(new Set(records.map((record) => record?.customerId)).size).toBe(1);
  expect(new Set(records.map((record) => record?.id)).size).toBe(102);
  expect(await countRows('agents', developer)).toBe(1);
  expect(await countRows('customers', developer)).toBe(1);
});
