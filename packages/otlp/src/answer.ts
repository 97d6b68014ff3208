import type { OutturnError } from '@outturn/service';
import protobuf from 'protobufjs/minimal.js';

/** A request and its answer have the same encoding. */
export type Encoding = 'protobuf' | 'json';

export const mediaTypes = { protobuf: 'application/x-protobuf', json: 'application/json' } as const;

/** The three services of OTLP, by the end of their path. */
export type Signal = 'traces' | 'logs' | 'metrics';

const rejectedFields = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const;

/** How much of a request was rejected, and why the first was. */
export type Rejected = { readonly count: number; readonly reason: string };

/** The body of an `Export…ServiceResponse`. A full success says nothing. */
export function successBody(
  encoding: Encoding,
  signal: Signal,
  rejected: Rejected | null,
): Uint8Array | string {
  if (encoding === 'json') {
    return JSON.stringify(
      rejected
        ? {
            partialSuccess: {
              [rejectedFields[signal]]: String(rejected.count),
              errorMessage: rejected.reason,
            },
          }
        : {},
    );
  }
  const writer = protobuf.Writer.create();
  if (rejected) {
    writer.uint32(tag(1)).fork();
    writer.uint32(8).int64(rejected.count).uint32(tag(2)).string(rejected.reason).ldelim();
  }
  return writer.finish();
}

/** The body of a `google.rpc.Status`. */
export function statusBody(encoding: Encoding, status: number, message: string): Uint8Array | string {
  const code = codes[status] ?? UNKNOWN;
  if (encoding === 'json') return JSON.stringify({ code, message });
  return protobuf.Writer.create().uint32(8).int32(code).uint32(tag(2)).string(message).finish();
}

/** Of a field with bytes. */
function tag(field: number): number {
  return (field << 3) | 2;
}

const UNKNOWN = 2;

/** Codes of gRPC by status of HTTP. */
const codes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  413: 3,
  415: 3,
  429: 8,
  503: 14,
};

/** Exporters drop what a 500 refuses, and send again after a 503. */
export function statusOf({ code, status }: Pick<OutturnError, 'code' | 'status'>): number {
  return code === 'Server Error' ? 503 : status;
}
