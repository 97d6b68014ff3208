import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse, succeeded, untyped } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { withClient } from '../support/drivers/trpc.ts';

const gateway = useGateway();

const empty = { name: null, description: null, metadata: null };
const full = { name: 'Name', description: 'Description.', metadata: { plan: 'pro' } };

/** Records name these by key. */
const groups = [
  { group: 'agents', path: 'agents', named: { type: 'x', agentKey: 'k' }, more: {}, none: {} },
  { group: 'customers', path: 'customers', named: { type: 'x', customerKey: 'k' }, more: {}, none: {} },
  {
    group: 'tools',
    path: 'tools',
    named: { type: 'x', toolKey: 'k' },
    more: { value: '1.50' },
    none: { value: null },
  },
  {
    group: 'goalTypes',
    path: 'goal-types',
    named: { goalKey: 'k' },
    more: { value: '1.50' },
    none: { value: null },
  },
] as const;

describe.each(groups)('$group over REST', ({ path, named, more, none }) => {
  const newAccount = async () => {
    const { token } = await mintKey();
    const call = (method: string, at: string, body?: object, headers = {}) =>
      send(`${gateway.url}/v1/${at}`, {
        token,
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
    const record = async () => {
      const { status } = await call('POST', 'goalKey' in named ? 'goals' : 'events', named);
      expect(status).toBe(201);
    };
    const read = async () => parse<Record<string, unknown>>((await call('GET', `${path}/k`)).text);
    return { call, record, read };
  };

  test('POST fills a row that a record made, and keeps its id and createdAt', async () => {
    const { call, record, read } = await newAccount();
    await record();
    const before = await read();
    expect(before).toMatchObject({ ...empty, ...none });
    const { status, text } = await call('POST', path, { key: 'k', ...full, ...more });
    expect({ status, ...parse<object>(text) }).toMatchObject({ status: 201, ...full, ...more });
    const { id, createdAt } = before;
    expect(await read()).toEqual(parse(text));
    expect(await read()).toMatchObject({ id, createdAt });
  });

  test.each(Object.entries({ ...full, ...more }))(
    'POST refuses the key of a row with %s',
    async (field, value) => {
      const { call, read } = await newAccount();
      await call('POST', path, { key: 'k', [field]: value });
      const before = await read();
      const { status, text } = await call('POST', path, { key: 'k', name: 'Other' });
      expect(status).toBe(400);
      expect(parse(text)).toMatchObject({
        code: 'Already Exists',
        message: expect.stringMatching(/PATCH.*PUT/),
        details: [{ field: 'key' }],
      });
      expect(await read()).toEqual(before);
    },
  );

  test('POST creates a deleted key anew', async () => {
    const { call, read } = await newAccount();
    await call('POST', path, { key: 'k', ...full, ...more });
    await call('DELETE', `${path}/k`);
    expect((await call('POST', path, { key: 'k', name: 'New' })).status).toBe(201);
    expect(await read()).toMatchObject({ ...empty, ...none, name: 'New' });
  });

  test('PUT creates with 201, and replaces with 200 every field that is left out by null', async () => {
    const { call, read } = await newAccount();
    const created = await call('PUT', `${path}/k`, { ...full, ...more });
    expect({ status: created.status, ...parse<object>(created.text) }).toMatchObject({
      status: 201,
      ...full,
      ...more,
    });
    const replaced = await call('PUT', `${path}/k`, { name: 'Other' });
    expect(replaced.status).toBe(200);
    const { id, createdAt } = parse<Record<string, string>>(created.text);
    const now = await read();
    expect(now).toEqual(parse(replaced.text));
    expect(now).toMatchObject({ id, createdAt, ...empty, ...none, name: 'Other' });
  });

  test('PUT replaces a row that a record made, and creates a deleted key', async () => {
    const { call, record } = await newAccount();
    await record();
    expect((await call('PUT', `${path}/k`, {})).status).toBe(200);
    await call('DELETE', `${path}/k`);
    expect((await call('PUT', `${path}/k`, full)).status).toBe(201);
  });

  test('a retried PUT has the status of the original', async () => {
    const { call } = await newAccount();
    const headers = { 'Idempotency-Key': 'put' };
    const put = () => call('PUT', `${path}/k`, full, headers);
    const first = await put();
    await call('PUT', `${path}/k`, {});
    const again = await put();
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  test('PUT refuses a key in the body, and unknown fields', async () => {
    const { call } = await newAccount();
    for (const field of ['key', 'nme'])
      expect(await call('PUT', `${path}/k`, { [field]: 'x' })).toMatchObject({ status: 400 });
    expect((await call('GET', `${path}/k`)).status).toBe(404);
  });

  test('concurrent PUTs create once', async () => {
    const { call } = await newAccount();
    const puts = await Promise.all(Array.from({ length: 10 }, () => call('PUT', `${path}/k`, full)));
    expect(puts.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  });
});

test.each(groups)(
  '$group over tRPC: create fills or refuses, replace replaces',
  async ({ group, more, none }) => {
    const { token } = await mintKey();
    const run = <T>(work: Parameters<typeof withClient<T>>[2]) => withClient(gateway.url, { token }, work);
    const input = (fields: object) => untyped<{ key: string }>({ key: 'k', ...fields });
    const bare = succeeded(await run((client) => client[group].create.mutate(input({}))));
    const { id, createdAt } = bare;
    const filled = succeeded(await run((client) => client[group].create.mutate(input({ ...full, ...more }))));
    expect(filled).toMatchObject({ id, createdAt, ...full, ...more });
    expect(await run((client) => client[group].create.mutate(input({})))).toMatchObject({
      ok: false,
      code: 'Already Exists',
      message: expect.not.stringMatching(/PATCH|PUT/),
    });
    const replaced = succeeded(await run((client) => client[group].replace.mutate(input({ name: 'Other' }))));
    expect(replaced).toMatchObject({ id, createdAt, ...empty, ...none, name: 'Other' });
  },
);
