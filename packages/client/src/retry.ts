import { backoff, isPassingStatus } from '@outturn/retry';
import { OutturnClientError, OutturnConnectionError } from './errors.ts';

export type Retry = {
  /** Procedure, such as `revenues.record`. */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Failed attempts so far. */
  failures: number;
  /** Milliseconds until the next attempt. */
  delay: number;
  error: OutturnClientError | OutturnConnectionError;
};

/** Mutations carry an idempotency key, so that retries are safe. */
export function isPassing(error: unknown): error is OutturnClientError | OutturnConnectionError {
  if (error instanceof OutturnClientError) return isPassingStatus(error.status);
  return error instanceof OutturnConnectionError;
}

/** In milliseconds. */
export function delayAfter(error: unknown, failures: number): number {
  return retryAfterOf(error) + backoff(failures, { jitter: jitterOf(error) });
}

/** In milliseconds; 0 without `Retry-After`. */
export function retryAfterOf(error: unknown): number {
  return error instanceof OutturnClientError ? (error.retryAfter ?? 0) : 0;
}

const jitters = new WeakMap<object, number>();

/** Equal for all calls of an HTTP batch, so that their retries are batched again. */
function jitterOf(error: unknown): number {
  const { meta } = error as { meta?: { response?: object } };
  const batch = meta?.response ?? (error as object);
  const jitter = jitters.get(batch) ?? Math.random();
  jitters.set(batch, jitter);
  return jitter;
}
