import { backoff, isPassingStatus, LONGEST_RETRY_AFTER, pause } from '@outturn/retry';
import { OutturnApiError, OutturnConnectionError } from './errors.ts';

/** Retries transient errors with exponential backoff in addition to `Retry-After`. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { retries, signal }: { retries: number; signal: AbortSignal | undefined },
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const retryAfter = error instanceof OutturnApiError ? (error.retryAfter ?? 0) : 0;
      if (failures > retries || !isPassing(error) || retryAfter > LONGEST_RETRY_AFTER) throw error;
      await pause(retryAfter + backoff(failures), signal);
    }
  }
}

/** Every transient error can be retried, because writes carry an idempotency key. */
export function isPassing(error: unknown): boolean {
  if (error instanceof OutturnApiError) return isPassingStatus(error.status);
  return error instanceof OutturnConnectionError;
}
