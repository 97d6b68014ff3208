import protobuf from 'protobufjs/minimal.js';
import { isRead } from '../mapping/spellings.ts';
import type { Attributes, AttributeValue, Group, LogRecord, Span } from '../telemetry.ts';
import { MAX_ATTRIBUTES, MAX_BODY, MAX_NAME, MAX_VALUE, PartCounter, TooManyParts } from './bounds.ts';
import { Undecodable } from './undecodable.ts';

type Reader = protobuf.Reader;

/** Reads one field, or skips it, and leaves the reader behind it. */
type ReadField = (field: number, wireType: number) => void;

const NONE: Attributes = new Map();
const STATUS_ERROR = 2;
/** The wire types of protobuf that are read here. */
const [VARINT, FIXED64, BYTES] = [0, 1, 2];

/**
 * A body of `ExportTraceServiceRequest`. Walks over the bytes, and skips every attribute that does not count, without
 * making text of it. Throws {@link Undecodable} and {@link TooManyParts}.
 */
export function readTraces(body: Buffer): Group<Span>[] {
  return readRequest(body, 2, readSpan);
}

/** A body of `ExportLogsServiceRequest`. */
export function readLogs(body: Buffer): Group<LogRecord>[] {
  return readRequest(body, 2, readRecord);
}

/** A body of `ExportMetricsServiceRequest`: its metrics are counted alone. */
export function readMetrics(body: Buffer): Group<null>[] {
  return readRequest(body, 2, skipMetric);
}

/** All requests have one shape: resources, in them scopes, in them the items. */
function readRequest<Item>(
  body: Buffer,
  itemField: number,
  readItem: (reader: Reader) => Item,
): Group<Item>[] {
  const groups: Group<Item>[] = [];
  const counter = new PartCounter();
  try {
    const reader = protobuf.Reader.create(body);
    walk(reader, reader.len, (field, wireType) => {
      if (field !== 1 || wireType !== BYTES) return void reader.skipType(wireType);
      counter.add();
      readResource(reader, { groups, counter, itemField, readItem });
    });
  } catch (cause) {
    if (cause instanceof TooManyParts) throw cause;
    throw new Undecodable('The body is no OTLP request in protobuf.', { cause });
  }
  return groups;
}

type Reading<Item> = {
  groups: Group<Item>[];
  counter: PartCounter;
  itemField: number;
  readItem: (reader: Reader) => Item;
};

function readResource<Item>(reader: Reader, reading: Reading<Item>): void {
  let resource = NONE;
  const scopes: { scope: string; items: Item[] }[] = [];
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === BYTES) resource = readAttributesOf(reader, 1);
    else if (field === 2 && wireType === BYTES) scopes.push(readScope(reader, reading));
    else reader.skipType(wireType);
  });
  for (const scope of scopes) reading.groups.push({ resource, ...scope });
}

function readScope<Item>(reader: Reader, { counter, itemField, readItem }: Reading<Item>) {
  let scope = '';
  const items: Item[] = [];
  counter.add();
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === BYTES) scope = readName(reader);
    else if (field === itemField && wireType === BYTES) {
      counter.add();
      items.push(readItem(reader));
    } else reader.skipType(wireType);
  });
  return { scope, items };
}

function readName(reader: Reader): string {
  let name = '';
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === BYTES) name = readText(reader, MAX_NAME) ?? '';
    else reader.skipType(wireType);
  });
  return name;
}

function readAttributesOf(reader: Reader, attributesField: number): Attributes {
  const attributes = new Map<string, AttributeValue>();
  message(reader, (field, wireType) => {
    if (field === attributesField && wireType === BYTES) readAttribute(reader, attributes);
    else reader.skipType(wireType);
  });
  return attributes;
}

function readSpan(reader: Reader): Span {
  const attributes = new Map<string, AttributeValue>();
  const span = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    start: 0n,
    end: 0n,
    attributes,
    hasFailed: false,
  };
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === BYTES) span.traceId = readHex(reader);
    else if (field === 2 && wireType === BYTES) span.spanId = readHex(reader);
    else if (field === 4 && wireType === BYTES) span.parentSpanId = readHex(reader);
    else if (field === 5 && wireType === BYTES) span.name = readText(reader, MAX_VALUE) ?? '';
    else if (field === 7 && wireType === FIXED64) span.start = readFixed64(reader);
    else if (field === 8 && wireType === FIXED64) span.end = readFixed64(reader);
    else if (field === 9 && wireType === BYTES) readAttribute(reader, attributes);
    else if (field === 15 && wireType === BYTES) span.hasFailed = readStatus(reader) === STATUS_ERROR;
    else reader.skipType(wireType);
  });
  return span;
}

function readRecord(reader: Reader): LogRecord {
  const attributes = new Map<string, AttributeValue>();
  const record = {
    time: 0n,
    observedTime: 0n,
    traceId: '',
    spanId: '',
    eventName: '',
    body: null as string | null,
    attributes,
  };
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === FIXED64) record.time = readFixed64(reader);
    else if (field === 11 && wireType === FIXED64) record.observedTime = readFixed64(reader);
    else if (field === 5 && wireType === BYTES) record.body = readBody(reader);
    else if (field === 6 && wireType === BYTES) readAttribute(reader, attributes);
    else if (field === 9 && wireType === BYTES) record.traceId = readHex(reader);
    else if (field === 10 && wireType === BYTES) record.spanId = readHex(reader);
    else if (field === 12 && wireType === BYTES) record.eventName = readText(reader, MAX_NAME) ?? '';
    else reader.skipType(wireType);
  });
  return record;
}

function skipMetric(reader: Reader): null {
  reader.skipType(BYTES);
  return null;
}

function readStatus(reader: Reader): number {
  let code = 0;
  message(reader, (field, wireType) => {
    if (field === 3 && wireType === VARINT) code = reader.uint32();
    else reader.skipType(wireType);
  });
  return code;
}

/** The value is read only if the attribute counts. */
function readAttribute(reader: Reader, attributes: Map<string, AttributeValue>): void {
  let name: string | undefined;
  let value: AttributeValue | null = null;
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === BYTES) name = readText(reader, MAX_NAME);
    // The name comes first; a value before it is not one of an SDK.
    else if (field === 2 && wireType === BYTES && name !== undefined && isRead(name))
      value = readValue(reader);
    else reader.skipType(wireType);
  });
  if (name !== undefined && value !== null && attributes.size < MAX_ATTRIBUTES) attributes.set(name, value);
}

function readBody(reader: Reader): string | null {
  const value = readValue(reader, MAX_BODY);
  return typeof value === 'string' ? value : null;
}

function readValue(reader: Reader, maxLength = MAX_VALUE): AttributeValue | null {
  let value: AttributeValue | null = null;
  message(reader, (field, wireType) => {
    if (field === 1 && wireType === BYTES) value = readText(reader, maxLength) ?? null;
    else if (field === 2 && wireType === VARINT) value = reader.bool();
    else if (field === 3 && wireType === VARINT) value = Number(reader.int64());
    else if (field === 4 && wireType === FIXED64) value = reader.double();
    // Arrays and maps.
    else reader.skipType(wireType);
  });
  return value;
}

/** Undefined, and skipped, if it is longer. */
function readText(reader: Reader, maxLength: number): string | undefined {
  const start = reader.pos;
  const length = reader.uint32();
  reader.pos = start;
  if (length <= maxLength) return reader.string();
  reader.skipType(BYTES);
  return undefined;
}

function readHex(reader: Reader): string {
  const bytes = reader.bytes();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

function readFixed64(reader: Reader): bigint {
  const low = reader.fixed32();
  return (BigInt(reader.fixed32()) << 32n) | BigInt(low);
}

/** A message with its length before it. */
function message(reader: Reader, read: ReadField): void {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError('a message ends after its request');
  walk(reader, end, read);
}

function walk(reader: Reader, end: number, read: ReadField): void {
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === 0) throw new RangeError('a field has the number 0');
    read(tag >>> 3, tag & 7);
  }
  if (reader.pos !== end) throw new RangeError('a field ends after its message');
}
