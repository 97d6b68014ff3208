import { gzipSync } from 'node:zlib';
import protobuf from 'protobufjs/minimal.js';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { attributesOf, newSpanId, newTraceId, sendOtlp, tracesRequest, withUsage } from './otlp-client.ts';
import { recordedCases } from './recorded-cases.ts';

const gateway = useOwnGateway();

const protobufType = { 'content-type': 'application/x-protobuf' };
const gzip = { ...protobufType, 'content-encoding': 'gzip' };

/** A field with bytes, of a message. */
const field = (number: number, bytes: Uint8Array) =>
  protobuf.Writer.create()
    .uint32((number << 3) | 2)
    .bytes(bytes)
    .finish();
const text = (value: string) => new TextEncoder().encode(value);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** A request with one span of these fields. */
const requestOf = (span: Uint8Array) => field(1, field(2, field(2, span)));
const ids = () => join(field(1, Buffer.from(newTraceId(), 'hex')), field(2, Buffer.from(newSpanId(), 'hex')));

/** A value nested in lists. */
function nested(depth: number): Uint8Array {
  let value = field(1, text('x'));
  for (let i = 0; i < depth; i++) value = field(5, field(1, value));
  return value;
}

const bodies: Record<string, () => { body: Uint8Array; headers: Record<string, string> }> = {
  'a span nested 10,000 lists deep': () => ({
    body: requestOf(
      join(ids(), field(9, join(field(1, text('gen_ai.usage.cost')), field(2, nested(10_000))))),
    ),
    headers: protobufType,
  }),
  'two million attributes': () => {
    const attribute = field(9, join(field(1, text('k')), field(2, field(1, text('v')))));
    return {
      body: requestOf(join(ids(), Buffer.alloc(attribute.length * 2_000_000, attribute))),
      headers: protobufType,
    };
  },
  'a bomb of gzip': () => ({ body: gzipSync(Buffer.alloc(256 * 1024 ** 2)), headers: gzip }),
  'gzip that ends early': () => ({ body: gzipSync(Buffer.alloc(1_000)).subarray(0, 20), headers: gzip }),
  'a length beyond the body': () => ({
    body: new Uint8Array([10, 255, 255, 255, 255, 15]),
    headers: protobufType,
  }),
  'an endless number': () => ({ body: new Uint8Array(20).fill(255), headers: protobufType }),
  'groups within groups': () => ({ body: new Uint8Array(100_000).fill(11), headers: protobufType }),
  'names of a million letters': () => ({
    body: requestOf(join(ids(), field(5, text('n'.repeat(1_000_000))))),
    headers: protobufType,
  }),
};

test.each(Object.keys(bodies))('%s gives no error of the server, and the gateway goes on', async (name) => {
  const { token } = await mintKey();
  const { body, headers } = bodies[name]?.() ?? { body: new Uint8Array(), headers: {} };
  const { status } = await sendOtlp(gateway.url, token, { body: body as BodyInit, headers });
  expect(status).toBeLessThan(500);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
});

test('recorded requests that are cut off or changed anywhere give no error of the server', async () => {
  const { token } = await mintKey();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const requests = recordedCases()
    .flatMap(({ requests }) => requests)
    .filter((_, i) => i % 4 === 0);
  const spoiled = requests.flatMap(({ path, headers, body }) => {
    const changed = Buffer.from(body);
    for (let i = 0; i < 20; i++) changed[random(changed.length)] = random(256);
    return [body.subarray(0, random(body.length)), changed].map((bytes) => ({ path, headers, bytes }));
  });
  for (const { path, headers, bytes } of spoiled) {
    const { authorization: _, ...kept } = headers;
    const answer = await sendOtlp(gateway.url, token, {
      path,
      headers: kept,
      body: bytes as unknown as BodyInit,
    });
    expect([200, 400], answer.text).toContain(answer.status);
  }
});

test('attributes of wrong types make an event without them, or none', async () => {
  const { token } = await mintKey();
  const attributes = {
    ...withUsage,
    'gen_ai.usage.input_tokens': 'many',
    'gen_ai.usage.output_tokens': true,
    'gen_ai.response.model': 5,
    'gen_ai.agent.name': '..',
    'session.id': '\u0000',
  };
  const body = tracesRequest([{ traceId: newTraceId(), spanId: newSpanId(), attributes }]);
  expect(await sendOtlp(gateway.url, token, { body })).toMatchObject({ status: 200, text: '{}' });
});

test('four requests of 64 MiB at once keep the memory of the gateway below 500 MiB', async () => {
  const { token } = await mintKey();
  const attribute = field(9, join(field(1, text('prompt')), field(2, field(1, text('p'.repeat(100_000))))));
  const span = join(ids(), Buffer.alloc(attribute.length * 600, attribute));
  const body = gzipSync(requestOf(span));
  const sent = Promise.all(
    Array.from({ length: 4 }, () => sendOtlp(gateway.url, token, { body: body as BodyInit, headers: gzip })),
  );
  let most = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, sumOf((await scrape(gateway.url)).samples, 'process_resident_memory_bytes'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const watching = watch();
  for (const { status } of await sent) expect([200, 429]).toContain(status);
  isOver = true;
  await watching;
  expect(most).toBeLessThan(500 * 1024 ** 2);
});

test('more parts than a gateway takes at once are refused', async () => {
  const { token } = await mintKey();
  const empty = Buffer.alloc(2 * 2_000_000, Buffer.from([0x12, 0]));
  const body = gzipSync(field(1, field(2, empty)));
  expect(await sendOtlp(gateway.url, token, { body: body as BodyInit, headers: gzip })).toMatchObject({
    status: 413,
  });
  const json = { resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: 100_001 }, () => ({})) }] }] };
  expect(await sendOtlp(gateway.url, token, { body: json })).toMatchObject({ status: 413 });
});

test('bodies whose client leaves early hold no memory', async () => {
  const { token } = await mintKey();
  const body = gzipSync(Buffer.alloc(60 * 1024 ** 2));
  for (let i = 0; i < 12; i++) {
    const leaving = AbortSignal.timeout(30);
    await sendOtlp(gateway.url, token, { body: body as BodyInit, headers: gzip, signal: leaving }).catch(
      () => undefined,
    );
  }
  await waitUntil('there is room for one more', async () => {
    const { status } = await sendOtlp(gateway.url, token, { body: body as BodyInit, headers: gzip });
    return status === 400;
  });
});

test('times and durations beyond all limits make no error of the server', async () => {
  const { token } = await mintKey();
  const far = {
    ...tracesRequest([
      { traceId: newTraceId(), spanId: newSpanId(), startTimeUnixNano: '99999999999999999999' },
    ]),
  };
  expect(await sendOtlp(gateway.url, token, { body: far })).toMatchObject({ status: 200 });
  const record = {
    timeUnixNano: '1764000000000000000',
    body: { stringValue: 'claude_code.api_request' },
    attributes: attributesOf({
      'event.name': 'api_request',
      duration_ms: 9_007_199_254_740_991,
      model: 'claude-x',
    }),
  };
  const scopeLogs = [{ scope: { name: 'com.anthropic.claude_code.events' }, logRecords: [record] }];
  const body = { resourceLogs: [{ scopeLogs }] };
  expect(await sendOtlp(gateway.url, token, { path: '/otlp/v1/logs', body })).toMatchObject({
    status: 200,
    text: '{}',
  });
});
