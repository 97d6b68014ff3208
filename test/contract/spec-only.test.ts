// A client written from the specification alone: HTTP in, JSON out.
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

type Json = Record<string, unknown>;
type Answer<T> = { status: number; body: T };

/** The general request of the spec: `Authorization`, and `Content-Type` where there is a body. */
function client(apiKey: string) {
  return async <T = Json>(method: string, path: string, body?: Json, headers?: Json): Promise<Answer<T>> => {
    const response = await fetch(`${gateway.url}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      } as Record<string, string>,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
}

const newClient = async () => client((await mintKey()).token);

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const text = expect.any(String);

/** The body in the endpoint reference. */
const reference = {
  amount: '99.90',
  recordedAt: '2024-01-15T10:30:00.000Z',
  agentKey: 'support-agent',
  customerKey: 'customer-abc',
  description: 'Payment received',
};

describe('revenues', () => {
  test('take the body of the endpoint reference, return its record and list it', async () => {
    const call = await newClient();
    const created = await call('POST', '/revenues', reference, { 'x-idempotency-key': 'order-1001' });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...reference,
      id: text,
      key: text,
      source: 'Manual',
      goalId: null,
      createdAt: timestamp,
    });
    expect(await call('GET', '/revenues')).toEqual({ status: 200, body: [created.body] });
    expect(await call('GET', `/revenues/${created.body.id}`)).toEqual({ status: 200, body: created.body });
  });

  test('take the general sample: an agent by id, and null for unset fields', async () => {
    const call = await newClient();
    const { agentId } = (await call('POST', '/revenues', reference)).body;
    const general = { agentId, amount: '99.90' };
    const missing = await call('POST', '/revenues', general);
    const { status, body } = await call('POST', '/revenues', {
      ...general,
      recordedAt: reference.recordedAt,
    });

    expect(missing).toMatchObject({ status: 400, body: { message: 'recordedAt is required' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ agentId, customerId: null, description: null, eventId: null, goalId: null });
    expect(body).toMatchObject({ amount: '99.90', createdAt: timestamp, updatedAt: timestamp });
  });

  test.each(['x-idempotency-key', 'Idempotency-Key'])(
    'are not duplicated by a retry with %s',
    async (header) => {
      const call = await newClient();
      const original = await call('POST', '/revenues', reference, { [header]: 'order-1001' });

      expect(await call('POST', '/revenues', reference, { [header]: 'order-1001' })).toEqual(original);
      for (const other of ['x-idempotency-key', 'Idempotency-Key', 'idempotency-key']) {
        expect(await call('POST', '/revenues', reference, { [other]: 'order-1001' })).toEqual(original);
      }
      expect((await call('GET', '/revenues')).body).toHaveLength(1);
    },
  );
});

describe('the other resources', () => {
  test('include outcomes with the fields of the spec', async () => {
    const call = await newClient();
    const outcome = { agentKey: 'a', sessionKey: 's', customerKey: 'c', value: '25.00' };
    await call('POST', '/outcomes', { ...outcome, generatedAt: reference.recordedAt });
    const { status, body } = await call<Json[]>('GET', '/outcomes');

    expect(status).toBe(200);
    expect(body).toEqual([
      {
        ...outcome,
        id: text,
        goalId: null,
        toolId: null,
        toolKey: null,
        metadata: null,
        generatedAt: reference.recordedAt,
        status: 'active',
        version: 1,
        createdAt: timestamp,
        updatedAt: timestamp,
      },
    ]);
  });

  test('include goals with the fields of the spec', async () => {
    const call = await newClient();
    const goal = { goalKey: 'sale', agentKey: 'a', sessionKey: 's', customerKey: 'c', metadata: { k: 'v' } };
    await call('POST', '/goals', goal);
    const { status, body } = await call<Json[]>('GET', '/goals');

    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ ...goal, id: text, createdAt: timestamp })]);
  });

  test('list agents and customers', async () => {
    const call = await newClient();
    const { agentId, customerId } = (await call('POST', '/revenues', reference)).body;

    expect(await call('GET', '/agents')).toMatchObject({
      status: 200,
      body: [{ id: agentId, key: 'support-agent' }],
    });
    expect(await call('GET', '/customers')).toMatchObject({
      status: 200,
      body: [{ id: customerId, key: 'customer-abc' }],
    });
    expect(await call('GET', '/goal-types')).toEqual({ status: 200, body: [] });
  });
});

describe('pagination', () => {
  const lists = ['/agents', '/customers', '/goal-types', '/goals', '/outcomes', '/revenues', '/events'];

  test.each(lists)('by limit and offset works on GET %s', async (path) => {
    const call = await newClient();
    expect(await call('GET', path)).toEqual({ status: 200, body: [] });
    expect(await call('GET', `${path}?limit=10&offset=20`)).toEqual({ status: 200, body: [] });
    expect(await call('GET', `${path}?limit=1000`)).toEqual({ status: 200, body: [] });
  });

  test('by limit and offset yields the whole list, each record once', async () => {
    const call = await newClient();
    for (let i = 0; i < 5; i++) await call('POST', '/revenues', { ...reference, amount: `${i}` });
    const { body: all } = await call<Json[]>('GET', '/revenues');
    const pages = await Promise.all(
      [0, 2, 4, 6].map(
        async (offset) => (await call<Json[]>('GET', `/revenues?limit=2&offset=${offset}`)).body,
      ),
    );

    expect(all).toHaveLength(5);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual(all);
  });
});

describe('errors', () => {
  const error = (status: number, code: string, path: string) => ({
    status,
    body: { code, message: text, path, status, timestamp },
  });

  test.each([undefined, 'Bearer', 'Bearer nonsense', 'Basic dXNlcjpwYXNz'])(
    'answer a missing or invalid key: Authorization %s',
    async (authorization) => {
      const headers = { ...(authorization && { Authorization: authorization }) };
      const response = await fetch(`${gateway.url}/v1/revenues`, { headers });
      const answer = { status: response.status, body: await response.json() };

      expect(answer).toEqual(error(401, 'Unauthorized', 'GET /v1/revenues'));
    },
  );

  test('answer a key without permission', async () => {
    const call = client((await mintKey({ scopes: ['revenues:read'] })).token);
    expect(await call('POST', '/revenues', reference)).toEqual(error(403, 'Forbidden', 'POST /v1/revenues'));
  });

  test.each(['123', 'not-an-id'])('answer a malformed identifier: %s', async (id) => {
    const call = await newClient();
    const path = `GET /v1/revenues/${id}`;

    expect(await call('GET', `/revenues/${id}`)).toEqual({
      status: 400,
      body: { code: 'Invalid ID', message: 'Invalid ID', path, status: 400, timestamp },
    });
  });

  test('answer alike for a record of another developer and for none', async () => {
    const call = await newClient();
    const { id } = (await call('POST', '/revenues', reference)).body;
    const stranger = await newClient();

    expect(await stranger('GET', `/revenues/${id}`)).toEqual(
      error(404, 'Not Found', `GET /v1/revenues/${id}`),
    );
    expect(await stranger('GET', '/revenues')).toEqual({ status: 200, body: [] });
    expect(await stranger('GET', '/nothing')).toEqual(error(404, 'Not Found', 'GET /v1/nothing'));
  });
});
