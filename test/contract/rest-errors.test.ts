import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { instant, minimal, unknownId } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
let reader: string;
beforeAll(async () => {
  const { developer, ...key } = await mintKey();
  token = key.token;
  reader = (await mintKey({ developer, scopes: ['revenues:read'] })).token;
});

type Case = {
  name: string;
  method: string;
  path: string;
  status: number;
  code: string;
  body?: string;
  query?: string;
  headers?: Record<string, string>;
  as?: 'stranger' | 'reader';
  hasDetails?: boolean;
};

const revenues = { method: 'POST', path: '/v1/revenues' };
const reused = { 'idempotency-key': 'used' };
const bodyOf = (patch: object) => JSON.stringify({ ...minimal, ...patch });

const cases: Case[] = [
  { name: 'no key', ...revenues, as: 'stranger', status: 401, code: 'Unauthorized' },
  {
    name: 'no key and no endpoint',
    method: 'GET',
    path: '/v1/x',
    as: 'stranger',
    status: 401,
    code: 'Unauthorized',
  },
  { name: 'no permission', ...revenues, as: 'reader', body: '{}', status: 403, code: 'Forbidden' },
  { name: 'no endpoint', method: 'GET', path: '/v1/nothing', status: 404, code: 'Not Found' },
  { name: 'another method', method: 'PUT', path: '/v1/revenues', body: '{}', status: 404, code: 'Not Found' },
  { name: 'the version alone', method: 'GET', path: '/v1', status: 404, code: 'Not Found' },
  { name: 'outside of every surface', method: 'GET', path: '/nothing', status: 404, code: 'Not Found' },
  { name: 'an unknown id', method: 'GET', path: `/v1/revenues/${unknownId}`, status: 404, code: 'Not Found' },
  { name: 'a malformed id', method: 'GET', path: '/v1/revenues/abc', status: 400, code: 'Invalid ID' },
  { name: 'an id of %2F..', method: 'GET', path: '/v1/revenues/%2F..%2F', status: 400, code: 'Invalid ID' },
  { name: 'an id of %ff', method: 'GET', path: '/v1/revenues/%ff', status: 400, code: 'Invalid ID' },
  { name: 'bad JSON', ...revenues, body: '{', status: 400, code: 'Invalid JSON' },
  {
    name: 'a bad field',
    ...revenues,
    body: bodyOf({ amount: 1 }),
    status: 400,
    code: 'Invalid Request',
    hasDetails: true,
  },
  {
    name: 'a malformed id in the body',
    ...revenues,
    body: bodyOf({ agentId: '1' }),
    status: 400,
    code: 'Invalid ID',
    hasDetails: true,
  },
  {
    name: 'a bad query',
    method: 'GET',
    path: '/v1/revenues',
    query: '?limit=0',
    status: 400,
    code: 'Invalid Request',
    hasDetails: true,
  },
  {
    name: 'a bad idempotency key',
    ...revenues,
    body: bodyOf({}),
    headers: { 'idempotency-key': 'a b' },
    status: 400,
    code: 'Invalid Request',
  },
  {
    name: 'a reused idempotency key',
    ...revenues,
    body: bodyOf({ amount: '2' }),
    headers: reused,
    status: 400,
    code: 'Idempotency Key Reused',
  },
];

function ask({ method, path, query = '', body, headers, as }: Case): Promise<Answer> {
  const callers = { stranger: null, reader };
  const caller = as ? callers[as] : token;
  return send(`${gateway.url}${path}${query}`, {
    method,
    token: caller,
    ...(body && { body }),
    ...(headers && { headers }),
  });
}

describe('an error over REST', () => {
  test.each(cases)('has the five fields of the spec: $name', async (wrong) => {
    await send(`${gateway.url}/v1/revenues`, { token, headers: reused, body: bodyOf({}) });
    const before = Date.now();
    const { status, headers, text } = await ask(wrong);
    const error = parse<Record<string, unknown>>(text);

    expect(status).toBe(wrong.status);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(error).toEqual({
      code: wrong.code,
      message: expect.stringMatching(/\S/),
      path: `${wrong.method} ${wrong.path}`,
      status: wrong.status,
      timestamp: expect.stringMatching(instant),
      ...(wrong.hasDetails && {
        details: [{ field: expect.stringMatching(/\S/), message: expect.any(String) }],
      }),
    });
    const time = Date.parse(String(error.timestamp));
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  test('has code and message "Invalid ID" for a malformed id', async () => {
    const { status, text } = await send(`${gateway.url}/v1/revenues/123`, { token });

    expect(status).toBe(400);
    expect(parse(text)).toMatchObject({
      code: 'Invalid ID',
      message: 'Invalid ID',
      path: 'GET /v1/revenues/123',
    });
  });

  test.each([
    ['nonsense\r\n\r\n', /not valid HTTP/],
    ['GET / HTTP/9.9\r\n\r\n', /not valid HTTP/],
    [`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, /headers .* too large/],
  ])('is the same object for bytes that are not HTTP', async (bytes, message) => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    const [head, body] = answer.split('\r\n\r\n');

    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json\r\n/);
    expect(parse(body ?? '')).toEqual({
      code: 'Invalid Request',
      message: expect.stringMatching(message),
      path: expect.stringMatching(/^\S+ \//),
      status: 400,
      timestamp: expect.stringMatching(instant),
    });
  });
});
