import { backoff, isPassingStatus, LONGEST_RETRY_AFTER, pause } from '@outturn/retry';
import { OutturnApiError, OutturnConnectionError } from './errors.ts';

/**
 * Tries until an attempt succeeds, fails for good, or was the last one allowed. Pauses double from attempt to attempt,
 * and are no shorter than the server asks for.
 */
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

/** Whether the same call may succeed later: every call may be repeated, because writes carry an idempotency key. */
export function isPassing(error: unknown): boolean {
  if (error instanceof OutturnApiError) return isPassingStatus(error.status);
  return error instanceof OutturnConnectionError;
}
