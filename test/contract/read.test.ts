import type { Revenue } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Driver, parse, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';
import { withClient } from '../support/drivers/trpc.ts';

const gateway = useGateway();

/** Records so many revenues one after the other, and returns them newest first. */
async function recordMany(api: Driver, count: number): Promise<Revenue[]> {
  const records: Revenue[] = [];
  for (let i = 0; i < count; i++) {
    records.unshift(succeeded(await api.record({ ...minimal, amount: `${i}`, agentKey: `agent-${i % 2}` })));
  }
  return records;
}

describe.each(surfaces)('reading over $name', ({ name, connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);

  test('lists nothing for an account without records', async () => {
    const api = await newAccount();
    expect(succeeded(await api.list())).toEqual({ items: [], nextCursor: null });
  });

  test('lists whole records of one developer, newest first', async () => {
    const [api, other] = [await newAccount(), await newAccount()];
    const records = await recordMany(api, 5);
    await recordMany(other, 2);

    expect(succeeded(await api.list())).toEqual({ items: records, nextCursor: null });
    expect(succeeded(await api.list({ limit: 2 })).items).toEqual(records.slice(0, 2));
    expect(succeeded(await other.list()).items).toHaveLength(2);
  });

  test('pages by cursor through every record once, also while others are recorded', async () => {
    const api = await newAccount();
    const records = await recordMany(api, 7);
    const seen: Revenue[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = succeeded(await api.list({ limit: 3, ...(cursor && { cursor }) }));
      seen.push(...page.items);
      cursor = page.nextCursor;
      await api.record(minimal);
    }
    expect(seen).toEqual(records);
  });

  test('returns 100 records by default, and at most 1,000', async () => {
    const { token } = await mintKey();
    const items = Array.from({ length: 1000 }, (_, i) => ({ ...minimal, amount: `${i}` }));
    const batch = { token, body: JSON.stringify(items) };
    await send(`${gateway.url}/v1/revenues/batch`, batch);
    await send(`${gateway.url}/v1/revenues/batch`, batch);
    const api = connect(gateway.url, token);

    expect(succeeded(await api.list()).items).toHaveLength(100);
    expect(succeeded(await api.list({ limit: 1000 })).items).toHaveLength(1000);
    expect(await api.list({ limit: 1001 })).toMatchObject({ ok: false, code: 'Invalid Request' });
  });

  test.each([0, -1, 1001])('refuses a limit of %i, naming the argument', async (limit) => {
    const api = await newAccount();
    const field = name === 'GraphQL' ? 'first' : 'limit';
    const message = 'must be a whole number from 1 to 1000';

    expect(await api.list({ limit })).toEqual({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: `${field} ${message}`,
      details: [{ field, message }],
    });
  });

  test.each(['', 'nonsense', unknownId, 'AY0MPnscfEOfOi9vDpxKEQ=='])(
    'refuses the cursor "%s"',
    async (cursor) => {
      const api = await newAccount();
      const field = name === 'GraphQL' ? 'after' : 'cursor';

      expect(await api.list({ cursor })).toMatchObject({
        ok: false,
        code: 'Invalid Request',
        status: 400,
        details: [{ field, message: expect.stringMatching(/^is not a cursor/) }],
      });
    },
  );

  test('gets one record, equal to the one recorded', async () => {
    const api = await newAccount();
    const [record] = await recordMany(api, 1);
    expect(await api.get(record?.id)).toEqual({ ok: true, value: record, replayed: false });
  });
});

test.each([
  ['REST', restList],
  ['tRPC', trpcList],
] as const)('offset skips records over %s', async (_, list) => {
  const { token } = await mintKey();
  const records = await recordMany(connectRest(gateway.url, token), 4);

  expect(await list(token, { limit: 2, offset: 1 })).toEqual(records.slice(1, 3));
  expect(await list(token, { offset: 4 })).toEqual([]);
});

test('every surface shows the same record', async () => {
  const { token } = await mintKey();
  const apis = surfaces.map(({ connect }) => connect(gateway.url, token));
  for (const api of apis) {
    const record = succeeded(await api.record({ ...minimal, description: 'one of three', agentKey: 'a' }));
    for (const reader of apis) expect(succeeded(await reader.get(record.id))).toEqual(record);
  }
});

type Paging = { limit?: number; offset?: number };

async function restList(token: string, paging: Paging): Promise<Revenue[]> {
  const query = new URLSearchParams(Object.entries(paging).map(([name, value]) => [name, String(value)]));
  return parse((await send(`${gateway.url}/v1/revenues?${query}`, { token })).text);
}

async function trpcList(token: string, paging: Paging): Promise<Revenue[]> {
  const result = await withClient(gateway.url, { token }, (client) => client.revenues.list.query(paging));
  return succeeded(result).items;
}
