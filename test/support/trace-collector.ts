import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { keep } from './secrets/run-folder.ts';

/** A span as OTLP sends it. `kind`: 1 internal, 2 server, 3 client; `status.code`: 2 error. */
export type SentSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};

type Export = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** A collector of traces for the tests of a file: OTLP over HTTP, as JSON. */
export function useTraceCollector(): {
  start(): Promise<string>;
  stop(): Promise<void>;
  spans: SentSpan[];
} {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const received = await text(request);
    keep('traces', 'collector', `${received}\n`);
    const sent = JSON.parse(received) as Export;
    for (const { scopeSpans } of sent.resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  afterAll(stop);
  return {
    spans,
    stop,
    async start() {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}

export function attribute({ attributes }: SentSpan, name: string): string | undefined {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value && String(value.stringValue ?? value.intValue);
}
