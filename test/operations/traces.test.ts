import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces } from '../support/drivers/surfaces.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { attribute, type SentSpan, useTraceCollector } from '../support/trace-collector.ts';

const collector = useTraceCollector();
const gateways = useGateways();
let gateway: Gateway;
let url: string;
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
  gateway = await gateways.start(inject('databaseUrl'), {
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
  });
  ({ url } = gateway);
});

/** A caller that traces, too. */
function newTrace(flags = '01') {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const own = () => collector.spans.filter((span) => span.traceId === traceId);
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` }, own };
}

const childOf = (spans: readonly SentSpan[], parent: SentSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

/**
 * Exports of spans happen once a second for all tests together. Tests send their calls one after the other, so that no
 * batch
 * mixes records of two tests.
 */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = turn.then(act);
  turn = done.catch(() => undefined);
  return done;
}

describe.concurrent.each(surfaces)('$name', ({ name, connect }) => {
  test('a call is traced from the request to the statement, below the span of its caller', async ({
    expect,
  }) => {
    const { headers, spanId, own } = newTrace();
    await inTurn(() => connect(url, token).record(minimal, { headers }));
    await expect.poll(() => own().map((span) => span.name)).toContain(`${name} revenues.record`);

    const request = own().find(({ kind }) => kind === 2);
    expect(request).toMatchObject({ name: `${name} revenues.record`, parentSpanId: spanId });
    expect(request && attribute(request, 'outturn.surface')).toBe(name);
    expect(request && attribute(request, 'http.response.status_code')).toMatch(/^20[01]$/);
    const [call] = childOf(own(), request).filter((span) => span.name === 'revenues.record');
    const [batch] = childOf(own(), call);
    expect(batch).toMatchObject({ name: 'ledger revenues', kind: 1 });
    expect(batch && attribute(batch, 'outturn.batch.records')).toBe('1');
    const [statement] = childOf(own(), batch);
    expect(statement).toMatchObject({ kind: 3 });
    expect(statement?.name).toMatch(/^record_revenues/);
    expect(statement && attribute(statement, 'db.system.name')).toBe('postgresql');
  });
});

test.concurrent('a batch of many requests is linked to all of them', async ({ expect }) => {
  const traces = Array.from({ length: 40 }, () => newTrace());
  const body = JSON.stringify(minimal);
  await inTurn(() =>
    Promise.all(traces.map(({ headers }) => send(`${url}/v1/revenues`, { token, body, headers }))),
  );
  const ids = new Set(traces.map(({ traceId }) => traceId));
  const batches = () =>
    collector.spans.filter(({ name, traceId }) => name === 'ledger revenues' && ids.has(traceId));
  const reached = () =>
    new Set(batches().flatMap(({ traceId, links = [] }) => [traceId, ...links.map((link) => link.traceId)]));
  await expect.poll(() => reached().size).toBe(40);
  expect(batches().some(({ links = [] }) => links.length > 0)).toBe(true);
});

test.concurrent("a failure has the status of an error, and a caller's mistake does not", async ({
  expect,
}) => {
  const { headers, own } = newTrace();
  await inTurn(() => send(`${url}/v1/revenues/${randomUUID()}`, { token, headers }));
  await expect.poll(() => own().length).toBeGreaterThan(2);
  const call = own().find(({ name }) => name === 'revenues.get');
  expect(call && attribute(call, 'error.type')).toMatch(/^(Not Found|Invalid ID)$/);
  expect(own().filter(({ status }) => status?.code === 2)).toEqual([]);
});

test.concurrent('an unsampled trace of the caller is not recorded', async ({ expect }) => {
  const { headers, own } = newTrace('00');
  const { headers: later, own: kept } = newTrace();
  await inTurn(async () => {
    await send(`${url}/v1/revenues`, { token, headers });
    await send(`${url}/v1/revenues`, { token, headers: later });
  });
  await expect.poll(() => kept().length).toBeGreaterThan(1);
  expect(own()).toEqual([]);
});

test.concurrent('spans contain names, and no text of callers', async ({ expect }) => {
  const word = randomUUID();
  const { headers, own } = newTrace();
  const body = JSON.stringify({ ...minimal, agentKey: word, description: word });
  await inTurn(async () => {
    await send(`${url}/v1/revenues?x=${word}`, { token, body, headers, idempotencyKey: `key-${word}` });
    await send(`${url}/v1/agents/${word}`, { token, headers, method: 'DELETE' });
    await send(`${url}/v1/revenues?agentKey=${word}`, { token, headers });
    await send(`${url}/v1/${word}`, { token, headers });
  });
  await expect.poll(() => own().filter(({ kind }) => kind === 2)).toHaveLength(4);
  expect(own().map(({ name }) => name)).toContain('command');
  for (const secret of [word, token]) expect(JSON.stringify(collector.spans)).not.toContain(secret);
});

test('calls succeed and the gateway stops in time when no collector listens', async () => {
  await collector.stop();
  const body = JSON.stringify(minimal);
  expect((await send(`${gateway.url}/v1/revenues`, { token, body })).status).toBe(201);
  await gateway.stop();
  // After its grace period it would exit with 1.
  expect(gateway.child.exitCode).toBe(0);
});
