import { OutturnApiError, OutturnConnectionError } from './errors.ts';

/** Milliseconds. A server that asks for more patience than this is not waited for. */
const LONGEST_RETRY_AFTER = 60_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/**
 * Tries until an attempt succeeds, fails for good, or was the last one allowed. Pauses double from attempt to attempt,
 * with jitter so that callers do not return all at once, and are no shorter than the server asks for.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { retries, signal }: { retries: number; signal: AbortSignal | undefined },
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const retryAfter = error instanceof OutturnApiError ? (error.retryAfter ?? 0) : 0;
      if (failures >= retries || !isPassing(error) || retryAfter > LONGEST_RETRY_AFTER) throw error;
      const backoff = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
      await pause(retryAfter + backoff * (0.5 + Math.random() / 2), signal);
    }
  }
}

/** Whether the same call may succeed later: every call may be repeated, because writes carry an idempotency key. */
export function isPassing(error: unknown): boolean {
  if (error instanceof OutturnApiError) return [408, 429].includes(error.status) || error.status >= 500;
  return error instanceof OutturnConnectionError;
}

/** Waits so many milliseconds; rejects with the reason of the signal as soon as it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
