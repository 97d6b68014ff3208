import { backoff, isPassingStatus } from '@outturn/retry';
import { OutturnClientError, OutturnConnectionError } from './errors.ts';

/** What is told of every attempt that is to be repeated. */
export type Retry = {
  /** Of the procedure, such as `revenues.record`. */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  /** How many attempts have failed. */
  failures: number;
  /** Milliseconds until the next one. */
  delay: number;
  error: OutturnClientError | OutturnConnectionError;
};

/** Whether the same call may succeed later: every call may be repeated, because mutations carry an idempotency key. */
export function isPassing(error: unknown): error is OutturnClientError | OutturnConnectionError {
  if (error instanceof OutturnClientError) return isPassingStatus(error.status);
  return error instanceof OutturnConnectionError;
}

/** Milliseconds before the next attempt: twice as many each time, and no fewer than Outturn asks for. */
export function delayAfter(error: unknown, failures: number): number {
  return retryAfterOf(error) + backoff(failures, { jitter: jitterOf(error) });
}

/** Milliseconds that Outturn asks to wait; 0 where it does not. */
export function retryAfterOf(error: unknown): number {
  return error instanceof OutturnClientError ? (error.retryAfter ?? 0) : 0;
}

const jitters = new WeakMap<object, number>();

/** The same for all calls of one HTTP batch, so that they travel together again. */
function jitterOf(error: unknown): number {
  const { meta } = error as { meta?: { response?: object } };
  const batch = meta?.response ?? (error as object);
  const jitter = jitters.get(batch) ?? Math.random();
  jitters.set(batch, jitter);
  return jitter;
}
