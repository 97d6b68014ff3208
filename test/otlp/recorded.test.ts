import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { type SeenEvent as Event, eventsOf } from './otlp-client.ts';
import {
  type ExpectedEvent,
  type RecordedCase,
  type RecordedRequest,
  recordedCases,
} from './recorded-cases.ts';

const gateway = useGateway();
const other = useOwnGateway();

async function send(url: string, { path, headers, body }: RecordedRequest, token: string): Promise<void> {
  const isBasic = headers.authorization?.startsWith('Basic');
  const authorization = isBasic
    ? `Basic ${Buffer.from(`public:${token}`).toString('base64')}`
    : `Bearer ${token}`;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: body as BodyInit,
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(response.headers.get('content-type')).toBe(headers['content-type']?.split(';')[0]);
  expect(text, 'a full success').toBe(headers['content-type']?.includes('json') ? '{}' : '');
}

/** The recorded events of a case in the order that is expected, or what is wrong with their number. */
function matched(events: readonly Event[], expected: readonly ExpectedEvent[]): (Event | undefined)[] {
  const left = [...events];
  return expected.map((one) => {
    const index = left.findIndex(
      (event) =>
        event.type === one.type &&
        (one.signal === 'logs'
          ? event.occurredAt === one.startedAt && (event.inputTokens ?? null) === (one.inputTokens ?? null)
          : event.spanId === one.spanId || event.spanId === one.orSpanId),
    );
    return index < 0 ? undefined : left.splice(index, 1)[0];
  });
}

function shownOf(event: Event, expected: ExpectedEvent) {
  const whole = event.inputTokens as number | null;
  const cached = Number(event.cacheReadTokens ?? 0) + Number(event.cacheWriteTokens ?? 0);
  const all: Record<string, unknown> = {
    ...event,
    error: event.isError,
    tokens: pick(Object.keys(expected.tokens ?? {}), {
      inputUncached: whole === null ? null : whole - cached,
      cacheRead: event.cacheReadTokens,
      cacheWrite: event.cacheWriteTokens,
      cacheWrite1h: event.cacheWrite1hTokens,
      output: event.outputTokens,
      reasoning: event.reasoningTokens,
    }),
  };
  return Object.fromEntries(fieldsOf(expected).map((field) => [field, all[field]]));
}

function pick(names: readonly string[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

const compared = [
  'type',
  'agentKey',
  'sessionKey',
  'customerKey',
  'toolKey',
  'model',
  'provider',
  'inputTokens',
  'tokens',
  'cost',
  'costSource',
  'computedCost',
  'error',
  'durationMs',
  'name',
  'metadata',
] as const;

function fieldsOf(expected: ExpectedEvent) {
  return compared.filter(
    (field) => expected[field] !== undefined && !(field === 'error' && expected.error === null),
  );
}

function expectedOf(expected: ExpectedEvent) {
  const { cacheWrite5m: _, ...tokens } = expected.tokens ?? {};
  return Object.fromEntries(
    fieldsOf(expected).map((field) => [field, field === 'tokens' ? tokens : expected[field]]),
  );
}

type Sending = { to: 'one' | 'other'; request: RecordedRequest };

const toOne = (request: RecordedRequest): Sending => ({ to: 'one', request });

/** The ways in which the requests of a case come. */
const orders: Record<string, (requests: RecordedRequest[]) => Sending[]> = {
  'twice, in their order': (requests) => [...requests, ...requests].map(toOne),
  'in the other order': (requests) => requests.toReversed().map(toOne),
  'split over two gateways': (requests) =>
    requests.map((request, i) => ({ to: i % 2 === 0 ? 'one' : 'other', request })),
};

/** It tells each call in two traces that nothing connects, so its users leave one scope out. */
const ignoredScopes = { 'strands-with-anthropic-sdk-1': ['com.anthropic.sdk.typescript'] };

const cases = recordedCases();
const nameOf = (order: string, { name }: RecordedCase) => `${name}, ${order}`;
const tokens = new Map<string, string>();

/** Cases that are sent at once: few, so that the requests of a case follow each other within the wait for ancestors. */
const AT_ONCE = 12;

beforeAll(async () => {
  const sent = Object.keys(orders).flatMap((order) => cases.map((one) => ({ order, one })));
  for (const { order, one } of sent) tokens.set(nameOf(order, one), (await mintKey()).token);
  const left = sent.values();
  const sendNext = async () => {
    for (const { order, one } of left) {
      const token = tokens.get(nameOf(order, one)) ?? '';
      for (const [software, scopes] of Object.entries(ignoredScopes))
        if (one.name.startsWith(`${software}/`)) await ignore(token, scopes);
      for (const { to, request } of orders[order]?.(one.requests) ?? [])
        await send(to === 'one' ? gateway.url : other.url, request, token);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
}, 240_000);

async function ignore(token: string, scopes: string[]): Promise<void> {
  const response = await fetch(`${gateway.url}/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ignoredScopes: scopes }),
  });
  expect(await response.json()).toMatchObject({ ignoredScopes: scopes });
}

describe.each(Object.keys(orders))('requests of instrumentations and coding agents, %s', (order) => {
  test.each(cases)('$name', async (one) => {
    const token = tokens.get(nameOf(order, one)) ?? '';
    let events: Event[] = [];
    const isComplete = async () => {
      events = await eventsOf(gateway.url, token);
      return events.length >= one.events.length;
    };
    await waitUntil('all events are listed', isComplete, 12_000).catch(() => undefined);
    const found = matched(events, one.events);
    expect(found.map((event, i) => event && shownOf(event, one.events[i] as ExpectedEvent))).toEqual(
      one.events.map(expectedOf),
    );
    expect(events).toHaveLength(one.events.length);
    // All ancestors come within the wait, so that no event needs an amendment.
    expect(events.filter(({ version }) => version !== 1)).toEqual([]);
  });
});
