import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
});

const MiB = 1024 ** 2;
const endpoints = [
  { path: '/v1/revenues', limit: MiB },
  { path: '/v1/revenues/batch', limit: 8 * MiB },
  { path: '/graphql', limit: MiB },
  { path: '/trpc/revenues.record', limit: 8 * MiB },
];

const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
  send(`${gateway.url}${path}`, { token, headers, ...(body != null && { body }) });

/** The error code, in the shape of the surface. */
function codeOf({ text }: Answer): unknown {
  type Wire = {
    code?: string;
    error?: { data: { error: string } };
    errors?: { extensions: { code: string } }[];
  };
  const answer = parse<Wire>(text);
  return answer.code ?? answer.error?.data.error ?? answer.errors?.[0]?.extensions.code;
}

const isAlive = async () =>
  expect((await post('/v1/revenues', JSON.stringify(minimal))).status, 'the next call').toBe(201);

describe.each(endpoints)('$path', ({ path, limit }) => {
  test('refuses a body over its limit', async () => {
    const answer = await post(path, ' '.repeat(limit + 1));

    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('Invalid Request');
    await isAlive();
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half a character', [0xe2, 0x82]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xfc]],
  ])('refuses %s', async (_, bytes) => {
    const [head, tail] = JSON.stringify({ ...minimal, description: '*' }).split('*');
    const answer = await post(
      path,
      Buffer.concat([Buffer.from(head ?? ''), Buffer.from(bytes), Buffer.from(tail ?? '')]),
    );

    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('Invalid JSON');
  });

  test.each(['[', '{"a":'])('survives a repeated body of %s', async (piece) => {
    const answer = await post(path, piece.repeat(40_000));

    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toMatch(/^Invalid (JSON|Request)$/);
    await isAlive();
  });

  test('refuses deeply nested JSON that is well-formed', async () => {
    const depth = 50_000;
    const answer = await post(path, `{"description":${'['.repeat(depth)}${']'.repeat(depth)}}`);

    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('Invalid Request');
    await isAlive();
  });
});

describe('a body over REST', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    '',
  ])('with the content type "%s" is refused', async (type) => {
    const answer = await post('/v1/revenues', Buffer.from(JSON.stringify(minimal)), { 'content-type': type });

    expect(answer.status).toBe(400);
    expect(parse(answer.text)).toMatchObject({
      code: 'Invalid Request',
      message: 'The body must be JSON in UTF-8, sent with the header Content-Type: application/json.',
    });
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'with the content type "%s" is read',
    async (type) => {
      expect((await post('/v1/revenues', JSON.stringify(minimal), { 'content-type': type })).status).toBe(
        201,
      );
    },
  );

  test('is refused at 2 MiB, whatever it contains', async () => {
    const answer = await post(
      '/v1/revenues',
      JSON.stringify({ ...minimal, description: 'x'.repeat(2 * MiB) }),
    );

    expect(parse(answer.text)).toMatchObject({
      code: 'Invalid Request',
      status: 400,
      path: 'POST /v1/revenues',
    });
    await isAlive();
  });

  test('with a byte order mark is read', async () => {
    const body = Buffer.from(`\uFEFF${JSON.stringify(minimal)}`);
    expect((await post('/v1/revenues', body)).status).toBe(201);
  });

  test('of a caller without the scope is not read', async () => {
    const { token } = await mintKey({ scopes: ['agents:read'] });
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/v1/revenues', '/v1/revenues/batch', '/trpc/revenues.record']) {
      const answer = await post(path, '['.repeat(100_000), headers);
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test('in chunks within the limit is read', async () => {
    const pieces = JSON.stringify(minimal).split(/(?<=,)/);
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    expect((await post('/v1/revenues', body)).status).toBe(201);
  });
});

describe('a compressed body', () => {
  const paths = [
    '/v1/revenues',
    '/v1/revenues/batch',
    '/v1/agents',
    '/graphql',
    '/trpc/revenues.record',
    '/trpc/agents.create',
  ];

  test.each([...paths, '/api/auth/sign-in/email'])(
    'at %s is refused with the advice to send it uncompressed',
    async (path) => {
      const body = gzipSync(JSON.stringify(minimal));
      const { status, text } = await post(path, body, { 'content-encoding': 'gzip' });

      expect(status).toBe(400);
      expect(text).toContain('The body has a Content-Encoding. Send it uncompressed, without that header.');
      if (paths.includes(path)) expect(text).toContain('"Invalid Request"');
    },
  );

  test('with the encoding identity is read', async () => {
    const answer = await post('/v1/revenues', JSON.stringify(minimal), { 'content-encoding': 'identity' });
    expect(answer.status).toBe(201);
  });
});
