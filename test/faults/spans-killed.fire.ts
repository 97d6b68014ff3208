import { expect, test } from 'vitest';
import {
  container,
  eventsOf,
  newSpanId,
  newTraceId,
  type SpanToSend,
  sendOtlp,
  tracesRequest,
  withUsage,
} from '../otlp/otlp-client.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const TRACES = figure(3, 30);
const CALLS = 200;
const STEPS = 20;

const store = usePrivateDatabase();
const gateways = useGateways();

test(`${TRACES} traces of ${CALLS} calls over two gateways, of which one is killed, have each call once`, {
  timeout: 600_000,
}, async () => {
  const { token } = await openAccount(store.database);
  const running = [await gateways.start(store.url), await gateways.start(store.url)];
  const root = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'triage',
    'session.id': 'session-1',
    'user.id': 'customer-1',
  };

  /** Sends until a gateway has answered, as exporters do. */
  const send = async (turn: number, spans: SpanToSend[]) => {
    await waitUntil('a gateway takes the spans', async () => {
      const gateway = running[turn++ % running.length];
      const answer = await sendOtlp(gateway?.url ?? '', token, { body: tracesRequest(spans) }).catch(
        () => undefined,
      );
      return answer?.status === 200;
    });
  };

  const expected = new Set<string>();
  for (let trace = 0; trace < TRACES; trace++) {
    const traceId = newTraceId();
    const span = (attributes: SpanToSend['attributes'], parentSpanId?: string): SpanToSend => ({
      traceId,
      spanId: newSpanId(),
      ...(parentSpanId !== undefined && { parentSpanId }),
      attributes: attributes ?? {},
    });
    const top = span(root);
    const steps = Array.from({ length: STEPS }, () => span(container, top.spanId));
    const calls = steps.flatMap(({ spanId }) =>
      Array.from({ length: CALLS / STEPS }, () => span(withUsage, spanId)),
    );
    for (const { spanId } of calls) expected.add(spanId);
    // The leaves come first, then their steps, and the root last. A gateway is killed among them.
    await Promise.all(
      steps.map((step, i) =>
        send(
          i,
          calls.filter(({ parentSpanId }) => parentSpanId === step.spanId),
        ),
      ),
    );
    const victim = running[trace % 2];
    const stepsSent = steps.map((step, i) => send(i, [step]));
    victim?.child.kill('SIGKILL');
    await Promise.all(stepsSent);
    await send(trace, [top]);
    running[trace % 2] = await gateways.start(store.url);
  }
  const began = performance.now();
  const url = running[0]?.url ?? '';
  let events = await eventsOf(url, token);
  await waitUntil('all calls are there', async () => {
    events = await eventsOf(url, token);
    return events.length >= expected.size;
  });
  // Work of a dead gateway is taken by another after two seconds.
  await waitUntil('no work is left', async () => {
    const { rows } = await store.database.pool.query('select count(*) from spans where due_at is not null');
    return Number(rows[0].count) === 0;
  });
  events = await eventsOf(url, token);
  report(
    `${events.length} calls, each once, ${Math.round(performance.now() - began)} ms after the last root`,
  );
  expect(events).toHaveLength(expected.size);
  expect(new Set(events.map(({ spanId }) => spanId))).toEqual(expected);
  for (const event of events)
    expect(event).toMatchObject({ agentKey: 'triage', sessionKey: 'session-1', customerKey: 'customer-1' });
});
