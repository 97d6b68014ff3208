import {
  type Counted,
  type Exchange,
  type HeldBody,
  hasScope,
  type ObservedRecord,
  type ObservedSpan,
  OutturnError,
  parseTelemetryJson,
  type Service,
  type Telemetry,
  type TelemetryIntake,
  toOutturnError,
} from '@outturn/service';
import {
  type Encoding,
  mediaTypes,
  type Rejected,
  type Signal,
  statusBody,
  statusOf,
  successBody,
} from './answer.ts';
import { TooManyParts } from './decode/bounds.ts';
import { metricsOf, recordsOf, spansOf } from './decode/json.ts';
import { readLogs, readMetrics, readTraces } from './decode/protobuf.ts';
import { Undecodable } from './decode/undecodable.ts';
import type { Ignored, Unusable } from './mapping/event-fields.ts';
import { type GroupSource, shownScope, sourceOf } from './mapping/group-source.ts';
import { mapRecord } from './mapping/map-record.ts';
import { mapSpan } from './mapping/map-span.ts';
import type { Group, LogRecord, Span } from './telemetry.ts';

/** Bytes of a body, decompressed. */
const limits = { protobuf: 64 * 1024 ** 2, json: 16 * 1024 ** 2 } as const;

type OtlpOptions = {
  service: Service;
  telemetry: TelemetryIntake;
  /** Receives faults of our own, which exporters see as a 503. */
  onUnexpectedError: (error: unknown) => void;
};

/** A request that is refused, with the status of HTTP. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Answers the requests of OTLP over HTTP. Every answer has the type of its request, and none is a 500, because exporters
 * drop what a 500 refuses.
 */
export function createOtlp({ service, telemetry, onUnexpectedError }: OtlpOptions) {
  return async (signal: Signal, exchange: Exchange): Promise<Response> => {
    const type = encodingOf(exchange.header?.('content-type'));
    const encoding = type ?? 'json';
    try {
      const call = await exchange.identify();
      if (!type)
        throw new Refused(415, `The Content-Type must be ${mediaTypes.protobuf} or ${mediaTypes.json}.`);
      if (!hasScope(call.principal, telemetry.scope))
        throw new OutturnError('Forbidden', { message: `The API key lacks the scope ${telemetry.scope}.` });
      const body = await readBody(exchange, type);
      try {
        const read = readTelemetry(signal, type, body.bytes);
        const { output } = await service.execute(telemetry, call, read);
        const { refused, reason } = output.value;
        const unusable = read.others.filter(({ outcome }) => outcome === 'refused');
        const count = unusable.length + refused;
        const rejected: Rejected | null =
          count === 0 ? null : { count, reason: unusable[0]?.reason ?? reason ?? 'unknown' };
        return answer(exchange, { encoding, status: 200, body: successBody(encoding, signal, rejected) });
      } finally {
        body.release();
      }
    } catch (cause) {
      return refuse(exchange, encoding, cause, onUnexpectedError);
    }
  };
}

/** The answer to a path or a method that OTLP does not have. */
export function refuseOtlpPath(isKnown: boolean): Response {
  const [status, message] = isKnown
    ? [405, 'OTLP takes POST alone.']
    : [404, 'There is no such path. Send to /otlp/v1/traces, /otlp/v1/logs or /otlp/v1/metrics.'];
  const headers = { 'Content-Type': mediaTypes.json, ...(isKnown && { Allow: 'POST' }) };
  return new Response(statusBody('json', status, message) as BodyInit, { status, headers });
}

/** Undefined for a type that OTLP does not have. */
function encodingOf(contentType: string | undefined): Encoding | undefined {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';', 1);
  if (type.trim() === mediaTypes.protobuf) return 'protobuf';
  return type.trim() === mediaTypes.json ? 'json' : undefined;
}

async function readBody({ readBytes }: Exchange, encoding: Encoding): Promise<HeldBody> {
  if (!readBytes) throw new Error('OTLP needs a request of HTTP.');
  const body = await readBytes(limits[encoding]);
  if (body === 'unknown encoding')
    throw new Refused(415, 'The Content-Encoding must be gzip, or be left out.');
  if (body === 'too large')
    throw new Refused(
      413,
      `The body has more than ${limits[encoding] / 1024 ** 2} MiB after decompression. Send fewer spans or records at a time.`,
    );
  if (body === 'broken') throw new Undecodable('The body is not what its Content-Encoding says.');
  return body;
}

function readTelemetry(signal: Signal, encoding: Encoding, body: Buffer): Telemetry {
  const json = encoding === 'json' ? parseTelemetryJson(body) : undefined;
  switch (signal) {
    case 'traces': {
      const groups = json === undefined ? readTraces(body) : spansOf(json);
      const { observed: spans, others } = mapped<Span, ObservedSpan>(groups, 'span', mapSpan);
      return { spans, records: [], others };
    }
    case 'logs': {
      const groups = json === undefined ? readLogs(body) : recordsOf(json);
      const { observed: records, others } = mapped<LogRecord, ObservedRecord>(
        groups,
        'log record',
        mapRecord,
      );
      return { spans: [], records, others };
    }
    case 'metrics': {
      const groups = json === undefined ? readMetrics(body) : metricsOf(json);
      return { spans: [], records: [], others: groups.filter(hasItems).map(ignoredMetrics) };
    }
  }
}

function hasItems({ items }: Group<unknown>): boolean {
  return items.length > 0;
}

function ignoredMetrics(group: Group<unknown>): Counted {
  const { software, scope } = sourceOf(group);
  const source = { signal: 'metrics', software, name: shownScope(scope) } as const;
  return { source, outcome: 'metric', count: group.items.length };
}

/** The items that can be used, and the counts of those that are left out. */
function mapped<Item, Observed extends ObservedSpan | ObservedRecord>(
  groups: readonly Group<Item>[],
  noun: string,
  map: (from: GroupSource, item: Item) => Observed | Unusable | Ignored,
): { observed: Observed[]; others: Counted[] } {
  const observed: Observed[] = [];
  const others: Counted[] = [];
  for (const group of groups.filter(hasItems)) {
    const from = sourceOf(group);
    for (const item of group.items) {
      const one = map(from, item);
      if ('names' in one) observed.push(one);
      else if ('problem' in one) {
        const reason = `A ${noun} was rejected: ${one.problem}.`;
        others.push({ source: one.source, outcome: 'refused', reason, count: 1 });
      } else others.push({ source: one.source, outcome: one.ignored, count: 1 });
    }
  }
  return { observed, others };
}

function refuse(
  exchange: Exchange,
  encoding: Encoding,
  cause: unknown,
  onUnexpectedError: (error: unknown) => void,
): Response {
  if (cause instanceof Refused || cause instanceof Undecodable || cause instanceof TooManyParts) {
    const status = cause instanceof Refused ? cause.status : cause instanceof Undecodable ? 400 : 413;
    return answer(exchange, { encoding, status, body: statusBody(encoding, status, cause.message) });
  }
  const error = toOutturnError(cause);
  if (!(cause instanceof OutturnError)) onUnexpectedError(cause);
  const status = statusOf(error);
  // Exporters give up where they are told to wait for longer than their timeout.
  if (status === 429 || status === 503) exchange.headers['Retry-After'] = '1';
  if (status === 401) exchange.headers['WWW-Authenticate'] = 'Bearer';
  return answer(exchange, { encoding, status, body: statusBody(encoding, status, error.message) });
}

type Answer = { encoding: Encoding; status: number; body: Uint8Array | string };

function answer({ headers }: Exchange, { encoding, status, body }: Answer): Response {
  return new Response(body as BodyInit, {
    status,
    headers: { ...headers, 'Content-Type': mediaTypes[encoding] },
  });
}
