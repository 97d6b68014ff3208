import { describe, expect, test } from 'vitest';
import type { AttributeValue, Span } from '../telemetry.ts';
import { sourceOf } from './group-source.ts';
import { mapSpan } from './map-span.ts';
import { observe, someSpan, spelled } from './mapping.fixture.ts';
import { spellings } from './spellings.ts';

const call = { 'gen_ai.operation.name': 'chat' };
const tool = { 'gen_ai.operation.name': 'execute_tool' };
const whole = { 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 100 };

const rowsOf = (field: keyof typeof spellings) => spellings[field].map((spelling) => [spelling] as const);

/** An event of a call with these attributes. */
const eventOf = (attributes: Readonly<Record<string, AttributeValue>>) =>
  observe({ ...call, ...attributes }).event;

describe.each(['model', 'provider', 'serviceTier'] as const)('the field %s', (field) => {
  test.each(rowsOf(field))('is read from %s', (spelling) => {
    expect(eventOf(spelled(spelling, 'some text'))?.[field]).toBe('some text');
  });
});

describe.each(['inputTokens', 'outputTokens'] as const)('the count %s', (field) => {
  test.each(rowsOf(field))('is read from %s', (spelling) => {
    expect(eventOf(spelled(spelling, 7))?.[field]).toBe(7);
    expect(eventOf(spelled(spelling, '7'))?.[field]).toBe(7);
  });
});

describe.each(['cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const)('the part %s', (field) => {
  test.each(rowsOf(field))('is read from %s', (spelling) => {
    expect(eventOf({ ...whole, ...spelled(spelling, 7) })?.[field]).toBe(7);
  });
});

test.each(rowsOf('cacheWrite1hTokens'))('the tokens for an hour are read from %s', (spelling) => {
  const written = { ...whole, 'gen_ai.usage.cache_write.input_tokens': 50 };
  expect(eventOf({ ...written, ...spelled(spelling, 7) })?.cacheWrite1hTokens).toBe(7);
});

test.each(rowsOf('cost'))('the cost that was told is read from %s', (spelling) => {
  expect(eventOf(spelled(spelling, 0.00030480000000000004))?.cost).toBe('0.0003048');
});

test.each([
  [{ 'gen_ai.usage.cost': 1, 'gen_ai.usage.cost.currency': 'EUR' }, undefined],
  [{ 'gen_ai.usage.cost': 1, 'gen_ai.usage.cost.currency': 'usd' }, '1'],
  [{ 'gen_ai.usage.cost': -1 }, undefined],
  [{ 'gen_ai.usage.cost': 'free' }, undefined],
  [{ 'gen_ai.usage.cost': 0 }, '0'],
])('the cost of %j is %s', (attributes, cost) => {
  expect(eventOf(attributes)?.cost).toBe(cost);
});

describe.each(['agent', 'session', 'customer'] as const)('the key of the %s', (key) => {
  test.each(rowsOf(key))('is read from %s', (spelling) => {
    expect(observe({ ...call, ...spelled(spelling, 'some-key') }).names[key]).toEqual({
      guessed: 'some-key',
    });
  });

  test('that was chosen for Outturn stands beside a guess', () => {
    const names = { [`outturn.${key}`]: 'chosen', [spellings[key][0]]: 'guessed' };
    expect(observe(names).names[key]).toEqual({ chosen: 'chosen', guessed: 'guessed' });
  });

  test('of the resource is that for Outturn alone', () => {
    const resource = {
      [`outturn.${key}`]: 'chosen',
      [spellings[key][0]]: 'guessed',
      'service.name': 'worker',
    };
    expect(observe(call, { resource }).resource).toEqual({ [key]: 'chosen', service: 'worker' });
  });
});

test.each(['', 'unknown_service', 'unknown_service:node'])('a service called %j names no agent', (name) => {
  expect(observe(call, { resource: { 'service.name': name } }).resource).toEqual({});
});

test.each(rowsOf('tool'))('the tool is read from %s', (spelling) => {
  expect(observe({ ...tool, ...spelled(spelling, 'search') }).event?.toolKey).toBe('search');
});

test.each([
  [{ 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'search' }, 'search'],
  [{ 'langfuse.observation.type': 'tool' }, 'a span'],
])('the tool of %j is %s', (attributes, key) => {
  expect(observe(attributes).event?.toolKey).toBe(key);
});

test.each([
  ['langfuse.observation.type', 'agent'],
  ['openinference.span.kind', 'AGENT'],
])('an agent of %s is named by its span', (attribute, kind) => {
  expect(observe({ [attribute]: kind })).toMatchObject({
    role: 'agent',
    names: { agent: { guessed: 'a span' } },
  });
});

test('an event has the start and the duration of its span, in milliseconds', () => {
  expect(eventOf({})).toMatchObject({
    occurredAt: new Date(1_764_000_000_123).toISOString(),
    durationMs: 250,
  });
});

test('a span without an end has no duration', () => {
  expect(observe(call, { span: { end: 0n } }).event?.durationMs).toBeUndefined();
});

test.each([
  [{}, {}, false],
  [{}, { hasFailed: true }, true],
  [{ 'error.type': 'timeout' }, {}, true],
  [{ 'langfuse.observation.level': 'ERROR' }, {}, true],
])('a span with %j and the status %j has failed: %s', (attributes, span, isError) => {
  expect(observe({ ...call, ...attributes }, { span }).event?.isError).toBe(isError);
});

test('metadata is what was chosen for Outturn, and the environment', () => {
  const observed = observe(
    { ...call, 'outturn.metadata.team': 'platform', 'outturn.metadata.count': 3 },
    { resource: { 'deployment.environment.name': 'production', 'outturn.metadata.team': 'overridden' } },
  );
  expect(observed.event?.metadata).toEqual({
    'deployment.environment.name': 'production',
    team: 'platform',
    count: 3,
  });
});

test('more metadata than an event may have is left out', () => {
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, i) => [`outturn.metadata.key-${i}`, 'x'.repeat(1_000)]),
  );
  const { metadata } = observe({ ...call, ...many }).event ?? {};
  expect(JSON.stringify(metadata).length).toBeLessThan(16 * 1024);
  expect(Object.keys(metadata ?? {})).not.toHaveLength(0);
});

test('long and unstorable texts are cut', () => {
  const observed = observe(
    { ...call, 'gen_ai.request.model': `m\0${'x'.repeat(300)}\ud800` },
    { span: { name: '\ud800\0n' } },
  );
  expect(observed.event?.model).toHaveLength(255);
  expect(observed.event?.name).toBe('\ufffdn');
});

test.each<[string, Partial<Span>, string]>([
  ['a trace id of zeros', { traceId: '0'.repeat(32) }, 'trace id'],
  ['a short trace id', { traceId: 'abc' }, 'trace id'],
  ['no span id', { spanId: '' }, 'span id'],
  ['a span id of other letters', { spanId: 'G'.repeat(16) }, 'span id'],
  ['a short id of its parent', { parentSpanId: 'abc' }, 'parent'],
  ['no start', { start: 0n }, 'start'],
])('a span with %s cannot be used', (_, span, reason) => {
  const from = sourceOf({ scope: 'test', resource: new Map() });
  expect(mapSpan(from, { ...someSpan, ...span })).toMatchObject({ problem: expect.stringContaining(reason) });
});

test('the parent of zeros is none', () => {
  expect(observe(call, { span: { parentSpanId: '0'.repeat(16) } }).parentSpanId).toBeNull();
});
