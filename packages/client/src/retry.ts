import { backoff, isPassingStatus } from '@outturn/transport';
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

/** Whether another attempt may succeed. Mutations carry an idempotency key, so that they can be sent again, too. */
export function isPassing(error: unknown): error is OutturnClientError | OutturnConnectionError {
  if (error instanceof OutturnClientError) return isPassingStatus(error.status);
  return error instanceof OutturnConnectionError;
}

/** Milliseconds until the next attempt: what the server asks to wait, and the backoff beyond it. */
export function delayAfter(error: unknown, failures: number): number {
  return retryAfterOf(error) + backoff(failures, { jitter: jitterOf(error) });
}

/** Milliseconds that the server asks to wait; 0 if it does not say. */
export function retryAfterOf(error: unknown): number {
  return error instanceof OutturnClientError ? (error.retryAfter ?? 0) : 0;
}

const jitters = new WeakMap<object, number>();

/**
 * The same random number for all calls of one HTTP batch, so that they are tried again at the same time and become
 * one batch again.
 */
function jitterOf(error: unknown): number {
  const { meta } = error as { meta?: { response?: object } };
  const batch = meta?.response ?? (error as object);
  const jitter = jitters.get(batch) ?? Math.random();
  jitters.set(batch, jitter);
  return jitter;
}
