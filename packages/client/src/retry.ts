import { OutturnClientError, OutturnConnectionError } from './errors.ts';

/** Milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

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
  if (error instanceof OutturnClientError) return [408, 429].includes(error.status) || error.status >= 500;
  return error instanceof OutturnConnectionError;
}

/**
 * Milliseconds before the next attempt: twice as many each time, with jitter so that callers do not return all at once,
 * and no fewer than Outturn asks for.
 */
export function delayAfter(error: unknown, failures: number): number {
  const backoff = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
  return retryAfterOf(error) + backoff * (0.5 + jitterOf(error) / 2);
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

/** Waits so many milliseconds; rejects with the reason of the signal as soon as it is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
