import {
  createOutturnClient,
  isOutturnError,
  OutturnClientError,
  OutturnConnectionError,
} from '@outturn/client';
import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { failureOf } from '../support/failure-of.ts';
import { sampleRevenue, useClientsBehind } from './behind.ts';

const clients = useClientsBehind();

describe('errors', () => {
  test('from Outturn keep all its fields', async () => {
    const { client, seen } = await clients.behind([]);

    const error = await failureOf(client.revenues.record.mutate({ ...sampleRevenue, amount: 'much' }));
    expect(isOutturnError(error)).toBe(true);
    expect(error).toBeInstanceOf(OutturnClientError);
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error).toMatchObject({
      name: 'OutturnClientError',
      code: 'Invalid Request',
      status: 400,
      path: 'revenues.record',
      details: [{ field: 'amount' }],
      requestId: expect.stringMatching(/./),
      data: { error: 'Invalid Request', code: 'BAD_REQUEST' },
    });
    expect(String(error)).toContain('amount');
    expect(seen).toHaveLength(1);
  });

  test('in one query leave the others of its batch alone', async () => {
    const { client, seen } = await clients.behind([]);
    const missing = '01890000-0000-7000-8000-000000000000';

    const [agents, error] = await Promise.all([
      client.agents.list.query({}),
      failureOf(client.revenues.get.query({ id: missing })),
    ]);
    expect(agents.items).toEqual([]);
    expect(error).toMatchObject({ code: 'Not Found', status: 404, path: 'revenues.get' });
    expect(seen).toHaveLength(1);
  });

  test('for an unknown key are Unauthorized', async () => {
    const client = createOutturnClient({ url: clients.target, apiKey: 'nonsense' });
    const unauthorized = { code: 'Unauthorized', status: 401 };
    expect(await failureOf(client.agents.list.query({}))).toMatchObject(unauthorized);
    expect(await failureOf(client.revenues.record.mutate(sampleRevenue))).toMatchObject(unauthorized);
  });

  test('from another server are named by their code or status', async () => {
    const { token: apiKey } = await mintKey();
    const teapot = async () => new Response('<html>', { status: 418 });
    const elsewhere = createOutturnClient({ url: clients.target, apiKey, fetch: teapot });
    expect(await failureOf(elsewhere.agents.list.query({}))).toMatchObject({
      code: 'HTTP 418',
      status: 418,
      path: '/trpc/agents.list',
    });
    const lost = createOutturnClient({ url: `${clients.target}/v1`, apiKey });
    const error = await failureOf(lost.agents.list.query({}));
    expect(error).toMatchObject({ code: 'Not Found', status: 404, path: '/v1/trpc/agents.list' });
  });

  test('from the connection name the URL', async () => {
    const client = createOutturnClient({ url: 'http://127.0.0.1:1', apiKey: 'x', retries: 0 });

    const error = await failureOf(client.agents.list.query({}));
    expect(error).toBeInstanceOf(OutturnConnectionError);
    expect(isOutturnError(error)).toBe(false);
    expect(String(error)).toMatch(/127\.0\.0\.1:1\/trpc gave no answer: \w+/);
  });

  test('by the caller are found before anything is sent', async () => {
    expect(() => createOutturnClient({ url: clients.target, apiKey: undefined })).toThrow(
      'apiKey is missing',
    );
    for (const url of ['outturn', 'localhost:3000', 'ftp://example.com', 'https://name:word@example.com']) {
      const create = () => createOutturnClient({ url, apiKey: 'x' });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(`url is "${url}": pass the URL of your Outturn server`);
    }
    expect(() => createOutturnClient({ url: '', apiKey: 'x' })).toThrow('url is missing');
    expect(() => createOutturnClient({ url: clients.target, apiKey: 'ключ' })).toThrow(TypeError);
    const { client, seen } = await clients.behind([]);
    for (const idempotencyKey of ['ключ', 5]) {
      const call = client.agents.create.mutate({ key: 'a' }, { context: { idempotencyKey } });
      expect(await failureOf(call)).toMatchObject({ cause: expect.any(TypeError) });
    }
    expect(seen).toEqual([]);
  });
});
