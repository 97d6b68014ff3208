import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { connectMcp, revisions } from './mcp-client.ts';

const gateway = useGateway();

describe.each(revisions)('revision %s', (revision) => {
  test('lists tools, calls them and refuses unknown ones in the words of the protocol', async () => {
    const { token } = await mintKey();
    const { request, call } = connectMcp(gateway.url, token, revision);
    const { message } = await request('tools/list');
    expect(message.result.tools.map(({ name }: { name: string }) => name)).toContain('ask_analytics');
    expect(await call('list_agents')).toMatchObject({ isError: false, result: [] });
    const unknown = await request('tools/call', { name: 'drop_tables', arguments: {} });
    expect(unknown.message.error).toEqual({ code: -32602, message: 'There is no tool drop_tables.' });
  });

  test('refuses what the server does not have', async () => {
    const { token } = await mintKey();
    const { request } = connectMcp(gateway.url, token, revision);
    for (const method of ['prompts/list', 'completion/complete', 'nothing'])
      expect((await request(method)).message.error).toMatchObject({ code: -32601 });
  });

  test('has the guides as resources', async () => {
    const { token } = await mintKey();
    const { request } = connectMcp(gateway.url, token, revision);
    const { resources } = (await request('resources/list')).message.result;
    const uris = ['questions', 'analytics'].map((name) => `outturn://guides/${name}.md`);
    expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual(uris);
    for (const uri of uris) {
      const [page] = (await request('resources/read', { uri })).message.result.contents;
      expect(page).toMatchObject({ uri, mimeType: 'text/markdown', text: expect.stringMatching(/^# /) });
    }
    const missing = await request('resources/read', { uri: 'file:///etc/passwd' });
    expect(missing.message.error).toMatchObject({ code: -32602 });
  });

  test('tells who serves, and what for', async () => {
    const { token } = await mintKey();
    const { request } = connectMcp(gateway.url, token, revision);
    const { message } =
      revision === '2025-11-25'
        ? await request('initialize', {
            protocolVersion: revision,
            capabilities: {},
            clientInfo: { name: 'scripted', version: '1.0.0' },
          })
        : await request('server/discover');
    const { result } = message;
    expect(result.protocolVersion ?? result.supportedVersions).toEqual(
      revision === '2025-11-25' ? revision : [revision],
    );
    expect(result.instructions).toContain('ask_analytics');
    expect(JSON.stringify(result)).toContain('"name":"outturn"');
  });
});

test('the later revision opens no subscription', async () => {
  const { token } = await mintKey();
  const { request } = connectMcp(gateway.url, token);
  const { message } = await request('subscriptions/listen', { notifications: { toolsListChanged: true } });
  expect(message.error).toMatchObject({ message: 'Subscription limit reached' });
});

test('a notification is taken without an answer', async () => {
  const { token } = await mintKey();
  const { post } = connectMcp(gateway.url, token);
  expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
    status: 202,
    message: undefined,
  });
});

describe('a request', () => {
  test.each([
    ['that is no JSON', '{', {}, 400, -32700],
    ['with nothing in it', '', {}, 400, -32700],
    ['of another type', '{}', { 'content-type': 'text/plain' }, 400, -32600],
    ['with a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], {}, 400, -32600],
    ['that is no message', { hello: 1 }, {}, 400, -32600],
    ['with null', 'null', {}, 400, -32600],
    ['that is deep', `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, {}, 400, -32600],
    ['that is too large', `"${'x'.repeat(1024 ** 2)}"`, {}, 400, -32600],
  ])('%s is refused', async (_, body, headers: Record<string, string>, status, code) => {
    const { token } = await mintKey();
    const reply = await connectMcp(gateway.url, token).post(body, headers);
    expect(reply).toMatchObject({ status, message: { jsonrpc: '2.0', id: null, error: { code } } });
    expect(reply.message.error.message).toMatch(/\w/);
  });

  test.each(['GET', 'DELETE', 'PUT'])('by %s is told to use POST', async (method) => {
    const response = await fetch(`${gateway.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('POST') } });
  });

  test('below the path finds nothing', async () => {
    const response = await fetch(`${gateway.url}/mcp/sse`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
  });
});

describe('a caller', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  test.each([
    ['without a key', null, {}],
    ['with a wrong key', 'wrong', {}],
    ['with a cookie alone', null, { cookie: 'better-auth.session_token=x' }],
  ])('%s is unauthorized', async (_, token, headers: Record<string, string>) => {
    const reply = await connectMcp(gateway.url, token).post(ping, headers);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.message).toMatchObject({
      error: { code: -32000, message: expect.stringMatching(/^Unauthorized: /) },
    });
  });

  test('from a page of another origin is forbidden, with a key as well', async () => {
    const { token } = await mintKey();
    const { post } = connectMcp(gateway.url, token);
    const reply = await post(ping, { origin: 'https://evil.example' });
    expect(reply.status).toBe(403);
    expect(reply.message.error.message).toMatch(/^Forbidden: .*https:\/\/evil\.example/);
    // The shared gateway stands behind a proxy, whose headers it trusts.
    const own = new URL(gateway.url).host;
    expect(await post(ping, { origin: `http://${own}` })).toMatchObject({ status: 200 });
  });
});

describe('the rate limit', () => {
  const limited = useOwnGateway({ RATE_LIMITS: 'free=8' });

  test('counts one call for each message, and the cost of an operation for a tool', async () => {
    const { token } = await mintKey({ plan: 'free' });
    const { request, call, post } = connectMcp(limited.url, token);
    const remaining = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-remaining');
    expect(remaining(await request('tools/list'))).toBe('7');
    expect(remaining(await request('tools/call', { name: 'list_agents', arguments: {} }))).toBe('6');
    expect(remaining(await request('tools/call', { name: 'unknown', arguments: {} }))).toBe('5');
    expect(remaining(await post('{'))).toBe('4');
    const window = { from: '2026-01-01', to: '2026-02-01' };
    // Totals, groups and their earlier totals.
    const question = { window, by: [{ dimension: 'agent' }] };
    const asked = await request('tools/call', { name: 'ask_analytics', arguments: question });
    expect(remaining(asked)).toBe('2');
    const dear = await call('ask_analytics', { ...question, compare: 'previous' });
    expect(dear).toMatchObject({ isError: true, text: expect.stringMatching(/^Rate Limit Exceeded: /) });
    expect(dear.text).toMatch(/\nRetry after \d+ s\.$/);
    // The last call, and one that finds the limit used up.
    for (const _ of [1, 2]) await request('tools/list');
    const refused = await request('tools/list');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.message.error.message).toMatch(/^Rate Limit Exceeded: /);
  });

  test('metrics name the surface', async () => {
    const { token } = await mintKey();
    await connectMcp(limited.url, token).call('list_agents');
    const metrics = await (await fetch(`${limited.url}/metrics`)).text();
    expect(metrics).toMatch(/surface="MCP",operation="agents.list"/);
    expect(metrics).toMatch(/door="MCP"/);
  });
});
