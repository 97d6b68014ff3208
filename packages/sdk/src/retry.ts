import { backoff, isPassingStatus, LONGEST_RETRY_AFTER, pause } from '@outturn/transport';
import { OutturnApiError, OutturnConnectionError } from './errors.ts';

export type RetryOptions = {
  retries: number;
  signal: AbortSignal | undefined;
  /** Milliseconds of `Retry-After` beyond which the call fails. Default: a minute. */
  longestWait?: number;
  /** `delay` is in milliseconds. */
  onRetry?: (retry: { failures: number; delay: number; error: PassingError }) => void;
};

export type PassingError = OutturnApiError | OutturnConnectionError;

/** Retries transient errors with exponential backoff in addition to `Retry-After`. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { retries, signal, longestWait = LONGEST_RETRY_AFTER, onRetry }: RetryOptions,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(failures <= retries) || !isPassing(error) || retryAfterOf(error) > longestWait) throw error;
      const delay = delayAfter(error, failures);
      onRetry?.({ failures, delay, error });
      await pause(delay, signal);
    }
  }
}

/** In milliseconds. */
export function delayAfter(error: PassingError, failures: number): number {
  return retryAfterOf(error) + backoff(failures);
}

function retryAfterOf(error: PassingError): number {
  return error instanceof OutturnApiError ? (error.retryAfter ?? 0) : 0;
}

/** Every transient error can be retried, because writes carry an idempotency key. */
export function isPassing(error: unknown): error is PassingError {
  if (error instanceof OutturnApiError) return isPassingStatus(error.status);
  return error instanceof OutturnConnectionError;
}
