import type { HttpBindings } from '@hono/node-server';
import {
  type Context,
  context,
  createContextKey,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, suppressTracing, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { OutturnError, type TraceStep, type Tracing } from '@outturn/service';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { doorOf } from './metric-labels.ts';

type OnNodeServer = { Bindings: HttpBindings };

export type RequestTracer = MiddlewareHandler<OnNodeServer>;

export type Traces = {
  tracing: Tracing;
  /** The caller's `traceparent` is the parent. */
  middleware: RequestTracer;
  /** Traces nothing of a request. Telemetry that is traced would make telemetry. */
  untraced: RequestTracer;
  close(): Promise<void>;
};

type TracesOptions = {
  serviceName: string;
  /** 0 to 1, unless the caller's `traceparent` decides. */
  ratio: number;
  logger: Logger;
};

/** In milliseconds. */
const SEND_INTERVAL = 1_000;
/** In milliseconds. */
const CLOSE_TIMEOUT = 3_000;
/** The request's span, which is named after its first operation. */
const REQUEST = createContextKey('outturn request');

/** OpenTelemetry reads its own variables, such as `OTEL_EXPORTER_OTLP_ENDPOINT`. Spans carry no path, id, key or value. */
export function startTraces({ serviceName, ratio, logger }: TracesOptions): Traces {
  setGlobalErrorHandler((err) => logger.warn({ err }, 'traces cannot be sent'));
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: SEND_INTERVAL }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('outturn');
  const propagator = new W3CTraceContextPropagator();

  const step = <T>({ name, attributes, links }: TraceStep, work: () => Promise<T>): Promise<T> => {
    const [first, ...others] = (links ?? []).filter(isSpanContext);
    // Work for untraced requests alone.
    if (links && !first) return context.with(suppressTracing(ROOT_CONTEXT), work);
    // Shared work is a child of one caller's span and linked to the others.
    const parent = links ? within(ROOT_CONTEXT, first) : context.active();
    const isStatement = attributes?.['db.system.name'] !== undefined;
    if (!links && !isStatement) nameRequest(parent, name);
    const span = tracer.startSpan(
      name,
      {
        kind: isStatement ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes: { ...attributes },
        links: others.map((linked) => ({ context: linked })),
      },
      parent,
    );
    return context.with(trace.setSpan(parent, span), () => ending(span, work));
  };

  const middleware = createMiddleware<OnNodeServer>(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const parent = propagator.extract(ROOT_CONTEXT, incoming.headers, defaultTextMapGetter);
    const door = doorOf(outgoing);
    const attributes = { 'http.request.method': c.req.method, 'outturn.surface': door };
    const span = tracer.startSpan(`${c.req.method} ${door}`, { kind: SpanKind.SERVER, attributes }, parent);
    await context.with(trace.setSpan(parent, span).setValue(REQUEST, { span, door }), next);
    span.setAttribute('http.response.status_code', c.res.status);
    if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });

  const untraced = createMiddleware<OnNodeServer>((_, next) =>
    context.with(suppressTracing(ROOT_CONTEXT), next),
  );

  return {
    tracing: { current: () => trace.getActiveSpan()?.spanContext(), step },
    middleware,
    untraced,
    async close() {
      const deadline = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), deadline]);
    },
  };
}

async function ending<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setAttribute('error.type', kindOf(error));
    // Errors of the caller do not mark the span as failed.
    const isFault = !(error instanceof OutturnError) || error.code === 'Server Error';
    if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Code or name; messages may hold values. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function nameRequest(within: Context, operation: string): void {
  const request = within.getValue(REQUEST) as { span: Span; door: string; isNamed?: boolean } | undefined;
  if (!request || request.isNamed) return;
  request.isNamed = true;
  request.span.updateName(`${request.door} ${operation}`);
  request.span.setAttribute('outturn.operation', operation);
}

function within(base: Context, parent: SpanContext | undefined): Context {
  return parent ? trace.setSpanContext(base, parent) : base;
}

function isSpanContext(value: unknown): value is SpanContext {
  return typeof value === 'object' && value !== null && 'traceId' in value;
}
