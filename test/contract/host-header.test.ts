import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw } from '../support/raw-connection.ts';

const gateway = useGateway();

/** The only answer to a request of these lines, after which the connection closes. */
async function answerTo(lines: readonly string[], body = '') {
  const head = [...lines, 'Connection: close', '', body].join('\r\n');
  const { received, closed } = await openRaw(gateway.url, head);
  await closed;
  const [answer] = answersIn(received());
  return { status: answer?.status, body: answer?.body ?? '', head: received() };
}

const refused = 'A request must have one Host header, such as \\"Host: outturn.example.com\\".';

// Source: RFC 9112, section 3.2.
test.each([
  ['none in HTTP/1.1', ['GET /healthz HTTP/1.1']],
  ['none in HTTP/1.1, with an absolute URL', ['GET http://a/healthz HTTP/1.1']],
  ['two', ['GET /healthz HTTP/1.1', 'Host: a', 'Host: b']],
  ['the same twice', ['GET /healthz HTTP/1.1', 'Host: a', 'host: a']],
  ['two in HTTP/1.0', ['GET /healthz HTTP/1.0', 'Host: a', 'Host: b']],
  ['an empty and another', ['GET /healthz HTTP/1.1', 'Host:', 'Host: a']],
  ['an invalid one beside an absolute URL', ['GET http://a/healthz HTTP/1.1', 'Host: a b']],
])('a request whose Host headers are %s is refused', async (_, lines) => {
  const { status, body, head } = await answerTo(lines);
  expect(status).toBe(400);
  expect(body).toContain(refused);
  expect(head).toMatch(/\r\nConnection: close\r\n/);
  expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message', 'path', 'status', 'timestamp']);
});

test.each(['a b', 'a/b', 'user@a', 'a?b', 'a:99999'])('the invalid Host %s is refused', async (host) => {
  expect((await answerTo(['GET /healthz HTTP/1.1', `Host: ${host}`])).status).toBe(400);
});

test.each([
  ['HTTP/1.0 without a Host', ['GET /healthz HTTP/1.0']],
  ['HTTP/1.0 with one', ['GET /healthz HTTP/1.0', 'Host: a']],
  ['HTTP/1.1 with an empty one', ['GET /healthz HTTP/1.1', 'Host:']],
  ['HTTP/1.1 with a port', ['GET /healthz HTTP/1.1', 'Host: a:3000']],
  ['HTTP/1.1 with an IPv6 address', ['GET /healthz HTTP/1.1', 'Host: [::1]:3000']],
  ['an absolute URL, which wins over the Host', ['GET http://a/healthz HTTP/1.1', 'Host: b']],
])('%s is served', async (_, lines) => {
  expect((await answerTo(lines)).body).toBe('{"status":"ok"}');
});

test('a refusal has the form of the surface', async () => {
  const graphql = JSON.parse((await answerTo(['GET /graphql HTTP/1.1'])).body);
  expect(graphql.errors[0].extensions).toEqual({ code: 'Invalid Request', status: 400 });
  const trpc = JSON.parse((await answerTo(['GET /trpc/agents.list HTTP/1.1'])).body);
  expect(trpc.error.data).toMatchObject({ error: 'Invalid Request', httpStatus: 400 });
});

describe('a repeated header', () => {
  const post = ['POST /v1/agents HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

  test.each([
    ['Content-Length', ['Content-Length: 2', 'Content-Length: 3']],
    ['Content-Length with the same value', ['Content-Length: 2', 'Content-Length: 2']],
    ['Content-Length as a list', ['Content-Length: 2, 2']],
    ['Content-Length and Transfer-Encoding', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['Transfer-Encoding', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
  ])('%s is refused as invalid HTTP', async (_, lines) => {
    const { status, body } = await answerTo([...post, ...lines]);
    expect(status).toBe(400);
    expect(body).toContain('not valid HTTP');
  });

  test('x-idempotency-key is refused as an invalid key', async () => {
    const { token } = await mintKey();
    const keys = ['x-idempotency-key: a', 'x-idempotency-key: b', `Authorization: Bearer ${token}`];
    const { status, body } = await answerTo([...post, ...keys, 'Content-Length: 11'], '{"key":"a"}');
    expect([status, JSON.parse(body).message]).toEqual([400, expect.stringContaining('idempotency key')]);
  });

  test('Origin is refused as a foreign origin', async () => {
    const signIn = ['POST /api/auth/sign-in/email HTTP/1.1', 'Host: a', 'Content-Length: 0'];
    expect((await answerTo([...signIn, 'Origin: http://a', 'Origin: http://b'])).status).toBe(403);
  });

  test('Authorization counts by its first value', async () => {
    const { token } = await mintKey();
    const [good, bad] = [`Authorization: Bearer ${token}`, 'Authorization: Bearer nonsense'];
    const list = ['GET /v1/agents HTTP/1.1', 'Host: a'];
    expect((await answerTo([...list, good, bad])).status).toBe(200);
    expect((await answerTo([...list, bad, good])).status).toBe(401);
  });
});
