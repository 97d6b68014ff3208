import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import {
  attributesOf,
  call,
  container,
  eventsOf,
  newSpanId,
  newTraceId,
  sendOtlp,
  tool,
  tracesRequest,
  withUsage,
} from './otlp-client.ts';

const gateway = useGateway();

type TraceSource = { hour: string; signal: string; software: string; name: string } & Record<string, unknown>;

async function get(token: string, path: string): Promise<{ body: unknown; link: string | null }> {
  const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${token}` } });
  return { body: await response.json(), link: response.headers.get('link') };
}

/** The sources, in the order of their signals and names, when there are as many. */
async function sourcesOf(token: string, count: number): Promise<TraceSource[]> {
  let sources: TraceSource[] = [];
  await waitUntil('the sources are counted', async () => {
    sources = (await get(token, '/v1/traces/sources?limit=1000')).body as TraceSource[];
    return sources.length === count;
  });
  const keyOf = ({ signal, name }: TraceSource) => `${signal} ${name}`;
  return sources.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const lone = (attributes: Record<string, string | number> = withUsage) => ({
  traceId: newTraceId(),
  spanId: newSpanId(),
  attributes,
});

function logsRequest(
  scope: string,
  records: { body?: string; attributes: Record<string, string | number> }[],
) {
  return {
    resourceLogs: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'claude-code' }) },
        scopeLogs: [
          {
            scope: { name: scope },
            logRecords: records.map(({ body, attributes }) => ({
              timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
              ...(body !== undefined && { body: { stringValue: body } }),
              attributes: attributesOf(attributes),
            })),
          },
        ],
      },
    ],
  };
}

test('spans, log records and metrics are counted by source and by what became of them', async () => {
  const { token } = await mintKey();
  const service = { 'service.name': 'bot' };
  const outer = lone();
  const inner = { ...lone(), traceId: outer.traceId, parentSpanId: outer.spanId };
  const spans = [outer, inner, lone(container), lone({ 'http.method': 'GET' }), { ...lone(), spanId: 'abc' }];
  // Again: containers come again, recorded events do not.
  for (let i = 0; i < 2; i++) await sendOtlp(gateway.url, token, { body: tracesRequest(spans, service) });
  const tracing = tracesRequest([lone(container)], service, 'com.anthropic.claude_code.tracing');
  await sendOtlp(gateway.url, token, { body: tracing });
  const scope = 'com.anthropic.claude_code.events';
  const body = logsRequest(scope, [
    { body: 'claude_code.api_request', attributes: { 'event.name': 'api_request', model: 'claude-x' } },
    { body: 'claude_code.user_prompt', attributes: { 'event.name': 'user_prompt' } },
    { body: '请把我的密码hunter2改成新的', attributes: {} },
    { attributes: { 'event.name': 'Tell me all about tangerines.' } },
  ]);
  await sendOtlp(gateway.url, token, { path: '/otlp/v1/logs', body });
  const metrics = {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(service) },
        scopeMetrics: [{ scope: { name: 'meter' }, metrics: [{ name: 'a' }, { name: 'b' }] }],
      },
    ],
  };
  await sendOtlp(gateway.url, token, { path: '/otlp/v1/metrics', body: metrics });

  const none = { recorded: 0, containers: 0, ignored: [], refused: 0, refusedBecause: null };
  const logs = { ...none, signal: 'logs', software: 'claude-code' };
  const noCall = [{ reason: 'noCall', count: 1 }];
  const sources = await sourcesOf(token, 6);
  expect(sources).toMatchObject([
    { ...logs, name: 'claude_code.api_request', recorded: 1 },
    { ...logs, name: 'claude_code.user_prompt', ignored: noCall },
    { ...logs, name: 'other', ignored: [{ reason: 'noCall', count: 2 }] },
    { ...none, signal: 'metrics', software: 'bot', name: 'meter', ignored: [{ reason: 'metric', count: 2 }] },
    {
      ...{ ...none, signal: 'traces', software: 'bot', name: 'com.anthropic.claude_code.tracing' },
      ignored: [{ reason: 'toldByLogs', count: 1 }],
    },
    {
      ...{ signal: 'traces', software: 'bot', name: 'test', recorded: 1, containers: 2, refused: 2 },
      ignored: [
        { reason: 'noCall', count: 2 },
        { reason: 'toldTwice', count: 1 },
      ],
      refusedBecause: 'A span was rejected: its span id has not 8 bytes, or all are zero.',
    },
  ]);
  expect(await eventsOf(gateway.url, token)).toHaveLength(2);
  for (const { hour, lastAt } of sources) {
    expect(hour).toMatch(/:00:00\.000Z$/);
    expect(Date.parse(lastAt as string) - Date.parse(hour)).toBeLessThan(3_610_000);
  }
});

test('calls that wait are counted when they are recorded', async () => {
  const { token } = await mintKey();
  const parent = lone(container);
  const waiting = { ...lone(), traceId: parent.traceId, parentSpanId: parent.spanId };
  await sendOtlp(gateway.url, token, { body: tracesRequest([waiting], {}, 'deeper') });
  await sendOtlp(gateway.url, token, { body: tracesRequest([parent], {}, 'above') });
  expect(await sourcesOf(token, 2)).toMatchObject([
    { name: 'above', software: 'unknown', containers: 1, recorded: 0 },
    { name: 'deeper', software: 'unknown', containers: 0, recorded: 1 },
  ]);
});

test('ignored scopes make no events, and lend their names', async () => {
  const { token } = await mintKey();
  const settings = await fetch(`${gateway.url}/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ignoredScopes: ['noisy', 'gemini_cli.api_response', 'noisy'] }),
  });
  expect(await settings.json()).toEqual({
    computeCosts: true,
    ignoredScopes: ['noisy', 'gemini_cli.api_response'],
  });
  const above = lone({ ...withUsage, 'session.id': 'session-1' });
  const below = { ...lone({ ...call, ...withUsage }), traceId: above.traceId, parentSpanId: above.spanId };
  await sendOtlp(gateway.url, token, { body: tracesRequest([above], {}, 'noisy') });
  await sendOtlp(gateway.url, token, { body: tracesRequest([below]) });
  const body = logsRequest('gemini-cli', [{ attributes: { 'event.name': 'gemini_cli.api_response' } }]);
  await sendOtlp(gateway.url, token, { path: '/otlp/v1/logs', body });
  expect(await eventsOf(gateway.url, token)).toMatchObject([
    { spanId: below.spanId, sessionKey: 'session-1' },
  ]);
  const ignored = [{ reason: 'scopeIgnored', count: 1 }];
  expect(await sourcesOf(token, 3)).toMatchObject([
    { signal: 'logs', name: 'gemini_cli.api_response', recorded: 0, ignored },
    { signal: 'traces', name: 'noisy', recorded: 0, ignored },
    { signal: 'traces', name: 'test', recorded: 1, ignored: [] },
  ]);
});

test('an ignored tool still stands between two calls', async () => {
  const { token } = await mintKey();
  await fetch(`${gateway.url}/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ignoredScopes: ['mcp'] }),
  });
  const outer = lone();
  const between = { ...lone(tool), traceId: outer.traceId, parentSpanId: outer.spanId };
  const inner = { ...lone(), traceId: outer.traceId, parentSpanId: between.spanId };
  await sendOtlp(gateway.url, token, { body: tracesRequest([between], {}, 'mcp') });
  await sendOtlp(gateway.url, token, { body: tracesRequest([outer, inner], {}, '') });
  expect(await eventsOf(gateway.url, token)).toMatchObject([{ type: 'llm.call' }, { type: 'llm.call' }]);
  expect(await sourcesOf(token, 2)).toMatchObject([
    { name: 'mcp', ignored: [{ reason: 'scopeIgnored', count: 1 }] },
    { name: 'unknown', recorded: 2 },
  ]);
});

test('sources are listed page by page, and those beyond a thousand are one', async () => {
  const { token } = await mintKey();
  const resourceSpans = Array.from({ length: 1_010 }, (_, i) => {
    const { resourceSpans } = tracesRequest([lone({ 'http.method': 'GET' })], {}, `scope-${i}`) as {
      resourceSpans: object[];
    };
    return resourceSpans[0];
  });
  await sendOtlp(gateway.url, token, { body: { resourceSpans } });
  await waitUntil('the sources are counted', async () => {
    const { body } = await get(token, '/v1/traces/sources?limit=1');
    return (body as unknown[]).length === 1;
  });
  const seen: TraceSource[] = [];
  for (let cursor = ''; ; ) {
    const { body, link } = await get(token, `/v1/traces/sources?limit=600${cursor}`);
    seen.push(...(body as TraceSource[]));
    const next = /cursor=([^&>]+)/.exec(link ?? '')?.[1];
    if (!next) break;
    cursor = `&cursor=${next}`;
  }
  const names = new Set(seen.map(({ name }) => name));
  expect(seen).toHaveLength(names.size);
  expect(names.size).toBeGreaterThanOrEqual(1_000);
  expect(names.size).toBeLessThanOrEqual(1_001);
  expect(names).toContain('other');
  const counts = seen.flatMap(({ ignored }) => (ignored as { count: number }[]).map(({ count }) => count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_010);
  const { body } = await get(token, '/v1/traces/sources?to=2026-01-01T00:00:00Z');
  expect(body).toEqual([]);
});
