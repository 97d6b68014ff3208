import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';

const known = 'https://app.example.com';
const origins = [known, 'http://localhost:5173'];
const closed = useGateway();
const open = useOwnGateway({ CORS_ORIGINS: origins.join(', ') });
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};

const paths = ['/v1/revenues', '/graphql', '/trpc/revenues.list', '/api/auth/get-session', '/metrics', '/'];

test.each(paths)('by default no page of another origin may read %s', async (path) => {
  const { token } = await mintKey();
  const headers = { origin: known };
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await send(`${closed.url}${path}`, {
      token,
      method,
      headers: { ...headers, ...preflight },
    });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test.each(paths.slice(1))('CORS_ORIGINS does not open %s', async (path) => {
  const { token } = await mintKey();
  const answer = await send(`${open.url}${path}`, { token, headers: { origin: known } });
  expect(answer.headers.has('access-control-allow-origin')).toBe(false);
});

test('a page of CORS_ORIGINS may call REST with a key, and read the headers', async () => {
  const { token } = await mintKey();
  const asked = await send(`${open.url}/v1/revenues`, {
    method: 'OPTIONS',
    headers: { origin: known, ...preflight },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(known);
  const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase().split(',');
  expect(allowed).toEqual(expect.arrayContaining(['authorization', 'x-api-key', 'traceparent']));
  expect(asked.headers.get('access-control-allow-methods')).toContain('POST');

  for (const bearer of [token, 'nonsense']) {
    const answer = await send(`${open.url}/v1/revenues`, { token: bearer, headers: { origin: known } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(known);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed');
    expect(answer.headers.get('vary')).toContain('Origin');
    // Cookies must not be sent by other origins.
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  }
});

test.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
  'a page of %s may not call REST',
  async (origin) => {
    const { token } = await mintKey();
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await send(`${open.url}/v1/revenues`, {
        token,
        method,
        headers: { origin, ...preflight },
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
  },
);

type Header = { description: string; schema: { pattern: string; maxLength: number } };
type Document = { components: { headers: Record<string, Header> } };

test('the OpenAPI document describes Access-Control-Allow-Origin as it is sent', async () => {
  const { token } = await mintKey();
  const { text } = await send(`${open.url}/v1/openapi.json`);
  const header = parse<Document>(text).components.headers['Access-Control-Allow-Origin'];

  expect(header?.description).not.toMatch(/never/i);
  for (const origin of origins) {
    const { headers } = await send(`${open.url}/v1/revenues`, { token, headers: { origin } });
    const sent = headers.get('access-control-allow-origin') ?? '';
    expect(sent).toBe(origin);
    expect(sent).toMatch(new RegExp(header?.schema.pattern ?? '^$'));
  }
});
