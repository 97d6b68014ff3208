import { request } from 'node:http';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { beforeEach, describe, expect, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { eventsOf, newSpanId, newTraceId, tracesRequest, withUsage } from './otlp-client.ts';

const gateway = useGateway();
let token: string;
beforeEach(async () => {
  ({ token } = await mintKey());
});

const exporters = { JSON: JsonExporter, protobuf: ProtobufExporter };
const processors = {
  'in batches': (exporter: JsonExporter) => new BatchSpanProcessor({ exporter }),
  'one by one': (exporter: JsonExporter) => new SimpleSpanProcessor({ exporter }),
};

describe.each(Object.keys(exporters) as (keyof typeof exporters)[])('the exporter of %s', (encoding) => {
  test.each(Object.keys(processors) as (keyof typeof processors)[])(
    'that sends %s is understood',
    async (how) => {
      const exporter = new exporters[encoding]({
        url: `${gateway.url}/otlp/v1/traces`,
        headers: { authorization: `Bearer ${token}` },
      });
      const provider = new TracerProvider({
        resource: resourceFromAttributes({ 'service.name': 'support', 'outturn.customer': 'acme' }),
        spanProcessors: [processors[how](exporter)],
      });
      const tracer = provider.getTracer('app');
      const agent = tracer.startSpan('triage', {
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'triage' },
      });
      const within = trace.setSpan((await import('@opentelemetry/api')).ROOT_CONTEXT, agent);
      const call = tracer.startSpan('chat', { attributes: withUsage }, within);
      call.setStatus({ code: SpanStatusCode.ERROR });
      call.end();
      agent.end();
      await provider.forceFlush();
      await provider.shutdown();
      let events = await eventsOf(gateway.url, token);
      await waitUntil('the call is there', async () => {
        events = await eventsOf(gateway.url, token);
        return events.length === 1;
      });
      expect(events).toMatchObject([
        {
          type: 'llm.call',
          agentKey: 'triage',
          customerKey: 'acme',
          isError: true,
          costSource: 'computed',
          spanId: call.spanContext().spanId,
          version: 1,
        },
      ]);
    },
  );
});

test('what a client has sent is recorded, although it has left before the answer', async () => {
  const body = JSON.stringify(
    tracesRequest(
      Array.from({ length: 50 }, () => ({
        traceId: newTraceId(),
        spanId: newSpanId(),
        attributes: withUsage,
      })),
    ),
  );
  const { pool } = await testDatabase();
  const client = await pool.connect();
  await client.query('begin; lock table spans in exclusive mode');
  const sent = request(`${gateway.url}/otlp/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
  sent.on('error', () => undefined);
  sent.end(body);
  await waitUntil('the gateway waits for the lock', async () => {
    const { rows } = await client.query('select 1 from pg_locks where not granted');
    return rows.length > 0;
  });
  sent.destroy();
  await client.query('commit');
  client.release();
  await waitUntil('the calls are there', async () => (await eventsOf(gateway.url, token)).length === 50);
});
