import { callHook } from '@outturn/transport';
import type { ErrorCode } from './generated/openapi.ts';

/** Functions for logs and metrics, of the client or of one call. They see calls and change none; errors and rejections are logged. */
export interface Hooks {
  /** Called before each attempt. */
  onRequest?: ((request: OutturnRequest) => void) | undefined;
  /** Called for each answer of the API, a refusal included. */
  onResponse?: ((response: OutturnResponse) => void) | undefined;
  /** Called before the pause that precedes another attempt. */
  onRetry?: ((retry: OutturnRetry) => void) | undefined;
}

export interface OutturnRequest {
  method: string;
  /** Path and query, such as `/v1/revenues?limit=50`. */
  path: string;
  /** Absent for reads. */
  idempotencyKey: string | undefined;
}

export interface OutturnResponse extends OutturnRequest {
  /** HTTP status. */
  status: number;
  /** Identifies the request in the API's log. */
  requestId: string | undefined;
  /** Absent for plans without a limit. */
  rateLimit: RateLimit | undefined;
  /** Whether this is the stored answer to an earlier request, and nothing was written. */
  isReplayed: boolean;
  /** Milliseconds to wait before the next attempt, if the API sent `Retry-After`. */
  retryAfter: number | undefined;
  /** Milliseconds until the answer was read. */
  duration: number;
}

export interface OutturnRetry extends OutturnRequest {
  /** Failed attempts so far. */
  failures: number;
  /** Milliseconds until the next attempt. */
  delay: number;
  /** OutturnApiError or OutturnConnectionError. */
  error: Error & { code?: ErrorCode };
}

export interface RateLimit {
  /** Calls per minute. */
  limit: number;
  remaining: number;
  /** When `limit` calls are possible again. */
  resetAt: Date;
}

type Call<Info> = ((info: Info) => void) | undefined;

/** Calls the hooks of the client and those of the call. */
export function joinHooks(first: Hooks, second: Hooks): Required<Hooks> {
  const both =
    <Info>(...hooks: Call<Info>[]) =>
    (info: Info) => {
      for (const hook of hooks) callHook(hook, info);
    };
  return {
    onRequest: both(first.onRequest, second.onRequest),
    onResponse: both(first.onResponse, second.onResponse),
    onRetry: both(first.onRetry, second.onRetry),
  };
}
