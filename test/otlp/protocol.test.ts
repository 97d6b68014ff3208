import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import {
  attributesOf,
  eventsOf,
  newSpanId,
  newTraceId,
  sendOtlp,
  tracesRequest,
  withUsage,
} from './otlp-client.ts';

const gateway = useGateway();
let token: string;
beforeEach(async () => {
  ({ token } = await mintKey());
});

const lone = (attributes = {}) => ({
  traceId: newTraceId(),
  spanId: newSpanId(),
  attributes: { ...withUsage, ...attributes },
});
const protobuf = { 'content-type': 'application/x-protobuf' };
/** `google.rpc.Status` in protobuf, as far as the tests look. */
const messageOf = (text: string) => text.slice(text.indexOf('\x12') + 2);

describe('a request', () => {
  test.each([
    ['an empty one in JSON', { body: {} }, 200, '{}'],
    ['an empty one in protobuf', { body: new Uint8Array(), headers: protobuf }, 200, ''],
    ['metrics', { path: '/otlp/v1/metrics', body: { resourceMetrics: [] } }, 200, '{}'],
  ])('of %s succeeds', async (_, sent, status, text) => {
    expect(await sendOtlp(gateway.url, token, sent)).toMatchObject({ status, text });
  });

  test.each([
    ['no JSON', { body: new TextEncoder().encode('{') }, 400, 3],
    ['JSON of another shape', { body: { resourceSpans: 'all' } }, 400, 3],
    ['another type', { body: {}, headers: { 'content-type': 'text/plain' } }, 415, 3],
    ['another encoding', { body: {}, headers: { 'content-encoding': 'br' } }, 415, 3],
    ['another path', { path: '/otlp/v1/profiles', body: {} }, 404, 5],
    ['no gzip', { body: {}, headers: { 'content-encoding': 'gzip' } }, 400, 3],
    [
      'a deep one',
      { body: new TextEncoder().encode(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`) },
      400,
      3,
    ],
  ])('of %s is refused with a status of gRPC', async (_, sent, status, code) => {
    const answer = await sendOtlp(gateway.url, token, sent);
    expect(answer.status, answer.text).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test('in protobuf that is none is refused in protobuf', async () => {
    const answer = await sendOtlp(gateway.url, token, { body: new Uint8Array([10, 200]), headers: protobuf });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/x-protobuf');
    expect(messageOf(answer.text)).toBe('The body is no OTLP request in protobuf.');
  });

  test('by GET is told to use POST', async () => {
    const answer = await fetch(`${gateway.url}/otlp/v1/traces`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('without a key, with a wrong one and without the scope is refused', async () => {
    expect(await sendOtlp(gateway.url, 'wrong', { body: {} })).toMatchObject({ status: 401 });
    const { token: reader } = await mintKey({ scopes: ['events:read'] });
    const answer = await sendOtlp(gateway.url, reader, { body: tracesRequest([lone()]) });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('events:write');
  });

  test('with too much after decompression is refused', async () => {
    const zeros = gzipSync(Buffer.alloc(65 * 1024 ** 2));
    const headers = { ...protobuf, 'content-encoding': 'gzip' };
    const answer = await sendOtlp(gateway.url, token, { body: zeros, headers });
    expect(answer.status).toBe(413);
    expect(messageOf(answer.text)).toContain('64 MiB');
  });

  test('of which some cannot be used succeeds in part, and says why', async () => {
    const spans = [lone(), { ...lone(), spanId: 'abc' }, { ...lone(), startTimeUnixNano: '0' }];
    const { status, text } = await sendOtlp(gateway.url, token, { body: tracesRequest(spans) });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      partialSuccess: {
        rejectedSpans: '2',
        errorMessage: 'A span was rejected: its span id has not 8 bytes, or all are zero.',
      },
    });
    expect(await eventsOf(gateway.url, token)).toHaveLength(1);
  });

  test.each([
    ['that is recorded at once', {}],
    ['that would wait', { parentSpanId: newSpanId() }],
  ])('with a time of next week succeeds in part: of a span %s', async (_, parent) => {
    const next = String((BigInt(Date.now()) + 604_800_000n) * 1_000_000n);
    const body = tracesRequest([{ ...lone(), ...parent, startTimeUnixNano: next, endTimeUnixNano: next }]);
    const { text } = await sendOtlp(gateway.url, token, { body });
    expect(JSON.parse(text).partialSuccess).toMatchObject({
      rejectedSpans: '1',
      errorMessage: expect.stringContaining('occurredAt'),
    });
  });
});

describe('the limit of telemetry', () => {
  const limited = useOwnGateway({ RATE_LIMITS: 'free=1' });

  test('is a hundred events for each call, and leaves the calls alone', async () => {
    const { token } = await mintKey({ plan: 'free' });
    const send = (count: number) =>
      sendOtlp(limited.url, token, { body: tracesRequest(Array.from({ length: count }, () => lone())) });
    expect(await send(60)).toMatchObject({ status: 200 });
    const refused = await send(60);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(refused.text)).toMatchObject({ code: 8 });
    expect(await eventsOf(limited.url, token)).toHaveLength(60);
  });
});

describe('what is never stored', () => {
  const talkative = useOwnGateway({ LOG_LEVEL: 'trace' });
  const secret = 'tangerine-4711';
  const hidden = {
    'gen_ai.prompt': secret,
    'gen_ai.input.messages': JSON.stringify([{ content: secret }]),
    'ai.response.text': secret,
    'exception.message': secret,
    token: secret,
  };

  test('prompts, answers, errors and other attributes are neither in the database nor in the log', async () => {
    const bodies = [
      tracesRequest([lone(hidden), { ...lone(hidden), parentSpanId: newSpanId() }], {
        'process.command_args': secret,
      }),
      {
        resourceLogs: [
          {
            resource: { attributes: attributesOf({ 'service.name': 'claude-code', secret }) },
            scopeLogs: [
              {
                scope: { name: 'com.anthropic.claude_code.events' },
                logRecords: ['api_request', 'api_error', 'user_prompt'].map((name) => ({
                  timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
                  body: { stringValue: `claude_code.${name}` },
                  attributes: attributesOf({
                    'event.name': name,
                    prompt: secret,
                    error: secret,
                    model: 'claude-x',
                  }),
                })),
              },
            ],
          },
        ],
      },
    ];
    for (const body of bodies) {
      const path = 'resourceLogs' in body ? '/otlp/v1/logs' : '/otlp/v1/traces';
      expect(await sendOtlp(talkative.url, token, { path, body })).toMatchObject({ status: 200 });
    }
    // Requests that fail are logged with their reason.
    const broken = { resourceSpans: [{ scopeSpans: secret, [secret]: secret }] };
    expect(await sendOtlp(talkative.url, token, { body: broken })).toMatchObject({ status: 400 });
    expect(talkative.output()).toContain('/otlp/v1/traces');
    expect(talkative.output()).not.toContain(secret);
    expect(await eventsOf(gateway.url, token)).toHaveLength(3);
    const database = await testDatabase();
    for (const table of ['events', 'spans', 'told_events', 'trace_sources', 'idempotency_keys']) {
      const found = await database.rows(
        'test',
        `select count(*) from ${table} t where t::text like '%${secret}%'`,
        [],
        {
          isPrepared: false,
        },
      );
      expect(found, table).toEqual([['0']]);
    }
  });
});
