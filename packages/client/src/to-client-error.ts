import { readRetryAfter } from '@outturn/transport';
import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from './app-router.ts';
import { OutturnClientError, OutturnConnectionError } from './errors.ts';

type Head = { status: number; headers: Headers };

/**
 * The error of this package for an error of tRPC that the server has sent. Errors of tRPC itself stay as they are.
 */
export function toClientError(error: unknown): unknown {
  if (error instanceof OutturnClientError || error instanceof OutturnConnectionError) return error;
  if (!(error instanceof TRPCClientError)) return error;
  const { data, shape, meta, message } = error as TRPCClientError<AppRouter>;
  if (!data || !shape) return error;
  // `checkedFetch` is the only source of `meta.response`.
  const { headers } = (meta?.response ?? {}) as Partial<Head>;
  return new OutturnClientError(
    {
      code: data.error,
      message,
      status: data.httpStatus,
      path: data.path ?? '',
      details: data.details ?? [],
      ...fromHeaders(headers),
    },
    { result: { error: shape }, ...(meta && { meta }) },
  );
}

/** The error for an answer that tRPC did not make: the error object of the gateway, or the answer of a proxy. */
export function toForeignError({ status, headers }: Head, json: unknown, path: string): OutturnClientError {
  const error = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  const isOurs = typeof error.code === 'string' && 'timestamp' in error;
  return new OutturnClientError({
    code: isOurs ? String(error.code) : `HTTP ${status}`,
    message: isOurs ? String(error.message) : `${path} was answered with HTTP ${status}, but not by Outturn`,
    status,
    path,
    details: [],
    ...fromHeaders(headers),
  });
}

/**
 * Whether JSON is an answer of tRPC, or a batch of them. Answers of other servers may have an `error`, too; that of
 * tRPC has a number as its `code`.
 */
export function isTrpcAnswer(json: unknown): boolean {
  if (Array.isArray(json)) return json.every(isTrpcAnswer);
  if (typeof json !== 'object' || json === null) return false;
  const { error } = json as { error?: { code?: unknown } | null };
  return 'result' in json || typeof error?.code === 'number';
}

export function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromHeaders(headers: Headers | undefined) {
  return {
    requestId: headers?.get('x-request-id') ?? undefined,
    retryAfter: readRetryAfter(headers?.get('retry-after')),
  };
}
