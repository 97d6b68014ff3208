import { backoff, pause } from '@outturn/transport';
import { isRefusal, retryAfter } from './error-text.ts';

const TRIES = 4;
/** In milliseconds; whole seconds, as pages show them. */
const PAUSES = { first: 1_000, jitter: 1 };

type BackoffOptions = {
  signal: AbortSignal;
  /** Told how many seconds pass until the next try. */
  onWait: (seconds: number) => void;
};

/**
 * Retries a call with exponential backoff, and no sooner than the server says. Gives up after four tries, and at once on a
 * refusal.
 */
export async function withBackoff<T>(call: () => Promise<T>, { signal, onWait }: BackoffOptions): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (isRefusal(error) || failures === TRIES) throw error;
      const seconds = Math.max(retryAfter(error) ?? 0, backoff(failures, PAUSES) / 1_000);
      onWait(seconds);
      await pause(seconds * 1_000, signal);
    }
  }
}
