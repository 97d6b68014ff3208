import { describe, expect, test } from 'vitest';
import { keepTold } from '../../packages/service/src/traces/told-events.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import {
  call,
  container,
  eventsOf,
  newSpanId,
  newTraceId,
  type SeenEvent,
  type SpanToSend,
  sendOtlp,
  tool,
  tracesRequest,
  withUsage,
} from './otlp-client.ts';

const gateway = useGateway();
const other = useOwnGateway();

/** A new account with one trace. The tests run at once, because most of their time is waiting. */
async function newTrace() {
  const { token, id: keyId } = await mintKey();
  const traceId = newTraceId();
  return {
    token,
    keyId,
    traceId,
    async correct(event: SeenEvent | undefined, correction: object): Promise<void> {
      const response = await fetch(`${gateway.url}/v1/events/${event?.id}/corrections`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-idempotency-key': newTraceId(),
        },
        body: JSON.stringify({ reason: 'My own.', ...correction }),
      });
      expect(response.status, await response.text()).toBe(201);
    },
    /** Those that were voided. */
    async voided(): Promise<SeenEvent[]> {
      const response = await fetch(`${gateway.url}/v1/events?status=voided`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await response.json()) as SeenEvent[];
    },
    span: (attributes: Attributes, parentSpanId?: string): SpanToSend => ({
      traceId,
      spanId: newSpanId(),
      ...(parentSpanId !== undefined && { parentSpanId }),
      attributes,
    }),
    async send(
      spans: SpanToSend[],
      { to = gateway, resource = {} }: { to?: { url: string }; resource?: Record<string, string> } = {},
    ): Promise<void> {
      const answer = await sendOtlp(to.url, token, { body: tracesRequest(spans, resource) });
      expect(answer).toMatchObject({ status: 200, text: '{}' });
    },
    events: () => eventsOf(gateway.url, token),
    async eventsWhen(isThere: (events: SeenEvent[]) => boolean, timeout = 20_000): Promise<SeenEvent[]> {
      let events: SeenEvent[] = [];
      const look = async () => {
        events = await eventsOf(gateway.url, token);
        return isThere(events);
      };
      await waitUntil('the events are there', look, timeout);
      return events;
    },
  };
}

type Attributes = NonNullable<SpanToSend['attributes']>;

const one = (events: SeenEvent[]) => events.length === 1;

const root = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'triage',
  'session.id': 'session-1',
  'user.id': 'customer-1',
};
const keysOfRoot = { agentKey: 'triage', sessionKey: 'session-1', customerKey: 'customer-1' };

describe.concurrent('an event', () => {
  test('is recorded at once when all its ancestors are known, with the keys of the nearest', async () => {
    const trace = await newTrace();
    const top = trace.span(root);
    const middle = trace.span({ ...container, 'session.id': 'session-2' }, top.spanId);
    await trace.send([trace.span(withUsage, middle.spanId), top, middle]);
    const [event] = await trace.events();
    expect(event).toMatchObject({
      ...keysOfRoot,
      sessionKey: 'session-2',
      type: 'llm.call',
      inputTokens: 100,
    });
  });

  test('waits for an ancestor that another gateway gets', async () => {
    const trace = await newTrace();
    const top = trace.span(root);
    const middle = trace.span(container, top.spanId);
    await trace.send([trace.span(withUsage, middle.spanId)]);
    expect(await trace.events()).toEqual([]);
    await trace.send([top], { to: other });
    expect(await trace.events()).toEqual([]);
    await trace.send([middle], { to: other });
    expect(await trace.events()).toMatchObject([keysOfRoot]);
  });

  test('is recorded after the wait with what is known, and gets the keys of a late ancestor', async () => {
    const trace = await newTrace();
    const top = trace.span(root);
    const late = trace.span(withUsage, top.spanId);
    await trace.send([late], { resource: { 'service.name': 'worker' } });
    const [before] = await trace.eventsWhen(one);
    expect(before).toMatchObject({ agentKey: 'worker', sessionKey: null, customerKey: null, version: 1 });
    await trace.send([top], { to: other });
    const [after] = await trace.eventsWhen((events) => events[0]?.version === 2, 2_000);
    expect(after).toMatchObject({ ...keysOfRoot, id: before?.id });
    const history = await fetch(`${gateway.url}/v1/events/${before?.id}/history`, {
      headers: { authorization: `Bearer ${trace.token}` },
    });
    expect(JSON.stringify(await history.json())).toContain(`late span ${top.spanId}`);
  });

  test('keeps keys that somebody has corrected when a late ancestor names others', async () => {
    const trace = await newTrace();
    const top = trace.span(root);
    await trace.send([trace.span(withUsage, top.spanId)], { resource: { 'service.name': 'worker' } });
    const [before] = await trace.eventsWhen(one);
    const changes = { agentKey: 'mine', sessionKey: 'my-session' };
    await trace.correct(before, { action: 'amend', changes });
    await trace.send([top]);
    const [event] = await trace.eventsWhen((events) => events[0]?.version === 3, 2_000);
    expect(event).toMatchObject({ ...keysOfRoot, agentKey: 'mine', sessionKey: 'my-session' });
  });

  test('keeps keys that it has when a late ancestor names others', async () => {
    const trace = await newTrace();
    const top = trace.span(root);
    await trace.send([trace.span({ ...withUsage, 'gen_ai.agent.name': 'own' }, top.spanId)]);
    await trace.eventsWhen(one);
    await trace.send([top]);
    const [event] = await trace.eventsWhen((events) => events[0]?.version === 2, 2_000);
    expect(event).toMatchObject({ ...keysOfRoot, agentKey: 'own' });
  });

  test('has the keys that were chosen for Outturn before all guesses', async () => {
    const trace = await newTrace();
    const top = trace.span({ ...root, 'outturn.agent': 'chosen' });
    await trace.send([trace.span({ ...withUsage, 'gen_ai.agent.name': 'guessed' }, top.spanId), top], {
      resource: { 'outturn.customer': 'of-the-resource', 'service.name': 'worker' },
    });
    expect(await trace.events()).toMatchObject([
      { agentKey: 'chosen', customerKey: 'of-the-resource', sessionKey: 'session-1' },
    ]);
  });

  test('is one, however often and with whatever attributes its span comes', async () => {
    const trace = await newTrace();
    const lone = trace.span(withUsage);
    for (const extra of [{}, { 'gen_ai.usage.output_tokens': 99 }, {}])
      await trace.send([{ ...lone, attributes: { ...withUsage, ...extra } }]);
    expect(await trace.events()).toMatchObject([{ outputTokens: 10 }]);
  });
});

test.concurrent('events that a gateway has kept and not recorded, because it died, are recorded by another', async () => {
  const { token, developer } = await mintKey();
  const told = (origin: string, fields: object) => ({
    origin,
    input: { type: 'llm.call', occurredAt: new Date().toISOString(), ...fields },
    source: { signal: 'traces', software: 'bot', name: 'test' } as const,
  });
  const { quick } = await testDatabase();
  const [row] = await quick('developer_id', 'select id from developers where name = $1', [developer]);
  const developerId = row?.[0] ?? '';
  const kept = [told('span:1', { agentKey: 'left' }), told('span:2', { agentKey: 'left' })];
  // Twice: as after a request that was sent again to another gateway.
  for (let i = 0; i < 2; i++) await keepTold(quick, developerId, { told: kept, lease: 0 });
  await waitUntil('the rows are gone', async () => {
    const count = 'select count(*) from told_events where developer_id = $1';
    return (await quick('told_events_count', count, [developerId]))[0]?.[0] === '0';
  });
  expect(await eventsOf(gateway.url, token)).toMatchObject([{ agentKey: 'left' }, { agentKey: 'left' }]);
});

describe.concurrent('two calls with only containers between', () => {
  test('are one: the deeper, if it has usage', async () => {
    const trace = await newTrace();
    const outer = trace.span(withUsage);
    const between = trace.span(container, outer.spanId);
    const inner = trace.span({ ...withUsage, 'gen_ai.usage.input_tokens': 101 }, between.spanId);
    await trace.send([inner]);
    await trace.send([outer, between]);
    expect(await trace.eventsWhen(one)).toMatchObject([{ spanId: inner.spanId, inputTokens: 101 }]);
  });

  test('are one: the outer, if both were recorded before the container came', async () => {
    const trace = await newTrace();
    const outer = trace.span(withUsage);
    const between = trace.span(container, outer.spanId);
    await trace.send([outer, trace.span(withUsage, between.spanId)]);
    await trace.eventsWhen((events) => events.length === 2);
    await trace.send([between], { to: other });
    expect(await trace.eventsWhen(one, 2_000)).toMatchObject([{ spanId: outer.spanId }]);
  });

  test('are one: the deeper, if only that has usage and both were recorded before the container came', async () => {
    const trace = await newTrace();
    const outer = trace.span(call);
    const between = trace.span(container, outer.spanId);
    const inner = trace.span(withUsage, between.spanId);
    await trace.send([outer, inner]);
    await trace.eventsWhen((events) => events.length === 2);
    await trace.send([between], { to: other });
    expect(await trace.eventsWhen(one, 2_000)).toMatchObject([{ spanId: inner.spanId, inputTokens: 100 }]);
  });

  test('are two after somebody has voided the outer: the late container voids nothing more', async () => {
    const trace = await newTrace();
    const outer = trace.span(withUsage);
    const between = trace.span({ ...container, 'session.id': 'session-1' }, outer.spanId);
    const inner = trace.span(withUsage, between.spanId);
    await trace.send([outer, inner]);
    const events = await trace.eventsWhen((events) => events.length === 2);
    await trace.correct(
      events.find(({ spanId }) => spanId === outer.spanId),
      { action: 'void' },
    );
    await trace.send([between]);
    const [left] = await trace.eventsWhen((events) => events[0]?.version === 2, 2_000);
    expect(left).toMatchObject({ spanId: inner.spanId, sessionKey: 'session-1' });
  });

  test('are one, although another ancestor comes before the deeper is voided', async () => {
    const trace = await newTrace();
    const top = trace.span({});
    const outer = trace.span(withUsage, top.spanId);
    const between = trace.span(container, outer.spanId);
    const inner = trace.span(withUsage, between.spanId);
    await trace.send([outer, inner]);
    await trace.eventsWhen((events) => events.length === 2);
    await trace.send([between]);
    await trace.eventsWhen(one, 2_000);
    // As if the gateway had died before it voided the event.
    const change = { keys: [], repeats: outer.spanId, lateSpanId: between.spanId, apiKeyId: trace.keyId };
    const { quick } = await testDatabase();
    const setDue = (due: string, text: string | null) =>
      quick(
        'test_due',
        `update spans set due_at = now() + $3::interval, change = coalesce($4, change)
         where trace_id = $1::uuid and span_id = decode($2, 'hex')`,
        [trace.traceId, inner.spanId, due, text],
      );
    await setDue('1 hour', JSON.stringify(change));
    const [voided] = (await trace.voided()).filter(({ spanId }) => spanId === inner.spanId);
    await trace.correct(voided, { action: 'restore' });
    await trace.send([top]);
    expect(await trace.events()).toHaveLength(2);
    await setDue('0', null);
    expect(await trace.eventsWhen(one)).toMatchObject([{ spanId: outer.spanId }]);
  });

  test('are one: the outer, if only that has usage', async () => {
    const trace = await newTrace();
    const outer = trace.span(withUsage);
    const inner = trace.span(call, outer.spanId);
    await trace.send([inner, outer]);
    expect(await trace.eventsWhen(one)).toMatchObject([{ spanId: outer.spanId }]);
  });

  test('are one: the deeper has usage and comes while the outer without waits', async () => {
    const trace = await newTrace();
    const outer = trace.span(call);
    await trace.send([outer]);
    const inner = trace.span(withUsage, outer.spanId);
    await trace.send([inner], { to: other });
    // Longer than the outer would wait.
    await new Promise((resolve) => setTimeout(resolve, 9_500));
    expect(await trace.events()).toMatchObject([{ spanId: inner.spanId }]);
  });

  test('are one: the one that is recorded stands', async () => {
    const trace = await newTrace();
    const outer = trace.span(withUsage);
    await trace.send([outer]);
    await trace.send([trace.span(withUsage, outer.spanId)], { to: other });
    // Longer than the other would wait.
    await new Promise((resolve) => setTimeout(resolve, 9_500));
    expect(await trace.events()).toMatchObject([{ spanId: outer.spanId }]);
  });

  test('are two with a tool between', async () => {
    const trace = await newTrace();
    const outer = trace.span(withUsage);
    const between = trace.span(tool, outer.spanId);
    await trace.send([outer, between, trace.span(withUsage, between.spanId)]);
    const events = await trace.events();
    expect(events.map(({ type }) => type).sort()).toEqual(['llm.call', 'llm.call', 'tool.call']);
  });
});

test.concurrent('a trace of 200 calls whose root ends last has the keys of the root on each, once, over two gateways', async () => {
  const trace = await newTrace();
  const top = trace.span(root);
  const steps = Array.from({ length: 20 }, () => trace.span(container, top.spanId));
  const calls = steps.flatMap(({ spanId }) =>
    Array.from({ length: 10 }, () => trace.span(withUsage, spanId)),
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      trace.send(calls.slice(i * 10, i * 10 + 10), { to: i % 2 === 0 ? gateway : other }),
    ),
  );
  await Promise.all(steps.map((step, i) => trace.send([step], { to: i % 2 === 0 ? other : gateway })));
  await trace.send([top], { to: other });
  const events = await trace.eventsWhen((found) => found.length >= 200);
  expect(events).toHaveLength(200);
  for (const event of events) expect(event).toMatchObject({ ...keysOfRoot, version: 1 });
});

test.concurrent('spans that are their own ancestors are recorded after the wait', async () => {
  const trace = await newTrace();
  const [a, b] = [newSpanId(), newSpanId()];
  await trace.send([
    { traceId: trace.traceId, spanId: a, parentSpanId: b, attributes: withUsage },
    { traceId: trace.traceId, spanId: b, parentSpanId: a, attributes: tool },
  ]);
  expect(await trace.eventsWhen((events) => events.length === 2)).toHaveLength(2);
});
