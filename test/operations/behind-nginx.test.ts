import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { Browser } from '../support/browser.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { freePort } from '../support/free-port.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { openStream } from '../support/live/event-stream.ts';
import { follow } from '../support/live/follower.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { type Nginx, nginxConfiguration, startDefaultNginx, startNginx } from '../support/nginx.ts';

describe('behind nginx as docs/operations/nginx.conf sets it up', { tags: 'nginx' }, () => {
  let gateway: Gateway;
  let nginx: Nginx;
  let url: string;
  let httpPort: number;
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    const [port, httpsPort] = await Promise.all([freePort(), freePort()]);
    httpPort = port;
    url = `https://localhost:${httpsPort}`;
    const settings = { PUBLIC_URL: url, TRUST_PROXY: '1', NODE_ENV: 'production' };
    const secret = { SESSION_SECRET: 'of a gateway behind nginx, in a test' };
    gateway = await startGateway(inject('databaseUrl'), { ...settings, ...secret });
    nginx = await startNginx({ httpPort, httpsPort, gatewayUrl: gateway.url });
    setDefaultCACertificates([...trusted, nginx.certificate]);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await nginx?.stop();
    await gateway?.stop();
  });

  test('HTTP redirects to HTTPS under the configured name', async () => {
    const asked = `http://127.0.0.1:${httpPort}/graphql?a=b`;
    const { status, headers } = await fetch(asked, { method: 'POST', body: '{}', redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, 'https://localhost/graphql?a=b']);
  });

  test('the dashboard is compressed once, with the headers of the gateway', async () => {
    const page = await send(`${url}/sign-in`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    // The gateway decides on HSTS, and sends none for localhost.
    expect(page.headers.get('strict-transport-security')).toBeNull();
    const script = /\/assets\/[\w.-]+\.js/.exec(page.text)?.[0];
    const get = (base: string, encoding: string) =>
      send(`${base}${script}`, { headers: { 'accept-encoding': encoding } });
    const compressed = await get(url, 'gzip');
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.text).toBe((await get(gateway.url, 'identity')).text);
  });

  test('a sign-up sets a Secure cookie, which signs in', async () => {
    const browser = new Browser(url);
    expect((await browser.signUp()).status).toBe(200);
    expect(browser.received).toEqual([expect.stringMatching(/^__Host-.*; HttpOnly; Secure; SameSite=Lax$/)]);
    expect(await browser.trpc.account.get.query({})).toMatchObject({ user: { name: 'Ada' } });
    expect(
      await browser.trpc.apiKeys.create.mutate({ name: 'one', scopes: ['revenues:read'] }),
    ).toHaveProperty('token');
  });

  test('a call with a key is answered over HTTP/1.1 and HTTP/2', async () => {
    const { token } = await mintKey();
    const recorded = await send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
    expect(recorded.status).toBe(201);

    const session = connectHttp2(url);
    const stream = session.request({ ':path': '/v1/revenues', authorization: `Bearer ${token}` });
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(200);
    expect(JSON.parse(await text(stream))).toHaveLength(1);
    session.close();
  });

  test('the largest batch passes, and a larger one is refused by the gateway', async () => {
    const { token } = await mintKey();
    const items = Array(1_000).fill({ ...minimal, description: 'x'.repeat(5_000) });
    const body = JSON.stringify(items);
    const post = (sent: string | ReadableStream) =>
      send(`${url}/v1/revenues/batch`, {
        token,
        body: sent,
        headers: { 'content-type': 'application/json' },
      });
    expect((await post(body.padEnd(8 * 1024 ** 2))).status).toBe(200);
    const larger = body.padEnd(8 * 1024 ** 2 + 1);
    for (const sent of [larger, new Blob([larger]).stream()]) {
      const { status, text: told } = await post(sent);
      expect([status, JSON.parse(told)]).toMatchObject([
        400,
        { message: 'The request body is larger than 8192 KiB. Send fewer or smaller records at a time.' },
      ]);
    }
  });

  test('live records and figures arrive while their streams are open', async () => {
    const { token } = await mintKey();
    const records = await follow({ url, token });
    onTestFinished(() => records.stop());
    const query =
      'subscription { analytics(window: {from: "2024-01-01", to: "2024-02-01"}) { totals { revenue } } }';
    const figures = await openStream(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    onTestFinished(() => figures.close());
    const totals = async () => JSON.parse((await figures.next())?.data ?? '{}').data?.analytics.totals;
    expect(await totals()).toEqual({ revenue: '0' });
    const amount = '99.90';
    await send(`${url}/v1/revenues`, { token, body: JSON.stringify({ ...minimal, amount }) });
    await waitUntil('the record arrives', () => records.seen.length > 0);
    expect(await totals()).toEqual({ revenue: '99.9' });
  });

  test("proxy_read_timeout exceeds the gateway's longest silence", () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(nginxConfiguration) ?? [];
    expect(Number(seconds)).toBeGreaterThan(120);
  });

  test.each(['/metrics', '/%6detrics', '//metrics', '/./metrics'])('%s is not passed on', async (path) => {
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(200);
    const asked = request(`${url}${path}`, { path }).end();
    const [{ statusCode, headers }] = await once(asked, 'response');
    // The gateway's own answer to a proxied request would be JSON.
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html']);
  });

  test('the access log has the paths of requests without queries', async () => {
    await send(`${url}/claim?token=secret-of-a-claim`, { headers: { accept: 'text/html' } });
    await expect.poll(() => nginx.accessLog()).toContain('"GET /claim" 200');
    expect(await nginx.accessLog()).not.toContain('secret-of-a-claim');
  });

  test('one address may have a hundred concurrent requests', async () => {
    const { token } = await mintKey();
    const streams = await Promise.all(
      Array.from({ length: 101 }, () =>
        openStream(`${url}/trpc/records.live?input=%7B%7D`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    );
    const statuses = streams.map(({ response }) => response.status);
    for (const stream of streams) stream.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('limits count the real address, whatever a caller claims', async () => {
    const guess = (localAddress: string) => {
      const headers = { authorization: 'Bearer nonsense', 'x-forwarded-for': newAddress() };
      const asked = request(`${url}/v1/revenues`, { localAddress, family: 4, headers }).end();
      return once(asked, 'response').then(([answer]) => answer.resume().statusCode);
    };
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push(await guess('127.0.0.1'));
    expect(statuses.at(0)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(await guess('127.0.0.2')).toBe(401);
    const refused = await send(`${url}/v1/revenues`, { token: 'nonsense' });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'Rate Limit Exceeded' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('behind nginx with its default settings', { tags: 'nginx' }, () => {
  const gateway = useGateway();
  let nginx: Nginx;
  let url: string;
  beforeAll(async () => {
    const httpPort = await freePort();
    url = `http://127.0.0.1:${httpPort}`;
    nginx = await startDefaultNginx({ httpPort, gatewayUrl: gateway.url });
  });
  afterAll(() => nginx?.stop());

  const slice = { window: { from: '2024-01-01', to: '2024-02-01' }, totals: ['revenue'] };
  const document =
    'subscription { analytics(window: {from: "2024-01-01", to: "2024-02-01"}) { totals { revenue } } }';

  const figure = '"revenue":"1"';

  test.each([
    ['live records of tRPC', '/trpc/records.live?input={}', minimal.amount],
    ['live figures of tRPC', `/trpc/analytics.live?input=${JSON.stringify(slice)}`, figure],
    ['live figures of GraphQL', `/graphql?query=${encodeURIComponent(document)}`, figure],
  ])('%s arrive while their stream is open', async (_, path, expected) => {
    const { token } = await mintKey();
    const headers = { authorization: `Bearer ${token}` };
    const stream = await openStream(`${url}${path}`, { headers });
    onTestFinished(() => stream.close());
    // tRPC says that it is connected before the subscription begins.
    while ((await stream.next())?.event === 'connected');
    await send(`${gateway.url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
    let seen = '';
    while (!seen.includes(expected)) {
      const event = await stream.next();
      if (!event) throw new Error(`the stream ended without the record: ${seen}`);
      seen += event.data;
    }
  });

  test('the calls of a streamed batch are answered one by one', async () => {
    const { token } = await mintKey();
    const agent = await send(`${gateway.url}/v1/agents`, { token, body: JSON.stringify({ key: 'held' }) });
    const held = await (await testDatabase()).pool.connect();
    onTestFinished(async () => {
      await held.query('rollback');
      held.release();
    });
    await held.query('begin');
    await held.query('select 1 from agents where id = $1 for update', [JSON.parse(agent.text).id]);
    const answer = await fetch(`${url}/trpc/agents.create,agents.update?batch=1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'trpc-accept': 'application/jsonl',
      },
      body: JSON.stringify({ 0: { key: 'new' }, 1: { key: 'held', name: 'Free' } }),
    });
    let seen = '';
    let releasedAfter: string | undefined;
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += part;
      if (releasedAfter !== undefined || !seen.includes('"new"')) continue;
      releasedAfter = seen;
      await held.query('commit');
    }
    expect(seen).toContain('"Free"');
    expect(releasedAfter).not.toContain('"Free"');
  });
});

let addresses = 0;
const newAddress = () => `10.0.0.${++addresses}`;
