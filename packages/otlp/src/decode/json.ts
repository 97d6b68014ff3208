import { isRead } from '../mapping/spellings.ts';
import type { Attributes, AttributeValue, Group, LogRecord, Span } from '../telemetry.ts';
import { MAX_ATTRIBUTES, MAX_BODY, MAX_NAME, MAX_VALUE, PartCounter } from './bounds.ts';
import { Undecodable } from './undecodable.ts';

const STATUS_ERROR = 2;
/** The name of the status in JSON of protobuf; OTLP demands the number. */
const ERROR_NAME = 'STATUS_CODE_ERROR';

type Json = Readonly<Record<string, unknown>>;

/** A request of traces in JSON, parsed. Throws {@link Undecodable} and `TooManyParts`. */
export function spansOf(request: unknown): Group<Span>[] {
  return groupsOf(request, ['resourceSpans', 'scopeSpans', 'spans'], toSpan);
}

export function recordsOf(request: unknown): Group<LogRecord>[] {
  return groupsOf(request, ['resourceLogs', 'scopeLogs', 'logRecords'], toRecord);
}

/** Metrics are counted alone. */
export function metricsOf(request: unknown): Group<null>[] {
  return groupsOf(request, ['resourceMetrics', 'scopeMetrics', 'metrics'], () => null);
}

function groupsOf<Item>(
  request: unknown,
  [resources, scopes, items]: readonly [string, string, string],
  toItem: (item: Json) => Item,
): Group<Item>[] {
  if (!isObject(request)) throw new Undecodable('The body is no OTLP request in JSON: it must be an object.');
  const counter = new PartCounter();
  return listOf(request, resources).flatMap((entry) => {
    counter.add();
    const resource = attributesOf(isObject(entry.resource) ? entry.resource : {});
    return listOf(entry, scopes).map((scoped) => {
      const list = listOf(scoped, items);
      counter.add(1 + list.length);
      const scope = isObject(scoped.scope) ? textOf(scoped.scope.name).slice(0, MAX_NAME) : '';
      return { resource, scope, items: list.map(toItem) };
    });
  });
}

function toSpan(span: Json): Span {
  const status = isObject(span.status) ? span.status.code : undefined;
  return {
    traceId: hexOf(span.traceId),
    spanId: hexOf(span.spanId),
    parentSpanId: hexOf(span.parentSpanId),
    name: textOf(span.name),
    start: nanosecondsOf(span.startTimeUnixNano),
    end: nanosecondsOf(span.endTimeUnixNano),
    attributes: attributesOf(span),
    hasFailed: status === STATUS_ERROR || status === ERROR_NAME,
  };
}

function toRecord(record: Json): LogRecord {
  const body = isObject(record.body) ? record.body.stringValue : undefined;
  return {
    time: nanosecondsOf(record.timeUnixNano),
    observedTime: nanosecondsOf(record.observedTimeUnixNano),
    traceId: hexOf(record.traceId),
    spanId: hexOf(record.spanId),
    eventName: textOf(record.eventName),
    body: typeof body === 'string' && body.length <= MAX_BODY ? body : null,
    attributes: attributesOf(record),
  };
}

function attributesOf(holder: Json): Attributes {
  const attributes = new Map<string, AttributeValue>();
  for (const { key, value } of listOf(holder, 'attributes')) {
    if (typeof key !== 'string' || !isRead(key)) continue;
    const read = scalarOf(value);
    if (read !== undefined && attributes.size < MAX_ATTRIBUTES) attributes.set(key, read);
  }
  return attributes;
}

/** 64-bit integers are texts or numbers. `{}` is no value. */
function scalarOf(value: unknown): AttributeValue | undefined {
  if (!isObject(value)) return undefined;
  const { stringValue, boolValue, intValue, doubleValue } = value;
  if (typeof stringValue === 'string') return stringValue.length <= MAX_VALUE ? stringValue : undefined;
  if (typeof boolValue === 'boolean') return boolValue;
  const number = intValue ?? doubleValue;
  if (typeof number === 'number') return number;
  return typeof number === 'string' && number !== '' ? Number(number) : undefined;
}

function listOf(holder: Json, name: string): Json[] {
  const list = holder[name];
  if (list == null) return [];
  if (!Array.isArray(list) || !list.every(isObject))
    throw new Undecodable(`The body is no OTLP request in JSON: ${name} must be a list of objects.`);
  return list;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Hexadecimal in either case. */
function hexOf(value: unknown): string {
  return textOf(value).toLowerCase();
}

/** Times beyond 64 bits are none. */
function nanosecondsOf(value: unknown): bigint {
  const isTime =
    (typeof value === 'string' && /^\d{1,20}$/.test(value)) ||
    (typeof value === 'number' && Number.isInteger(value) && value >= 0);
  const time = isTime ? BigInt(value as string | number) : 0n;
  return time < 1n << 64n ? time : 0n;
}
