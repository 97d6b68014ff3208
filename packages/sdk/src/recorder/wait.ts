import { LONGEST_TIMER } from '@outturn/transport';
import { OutturnTimeoutError } from '../errors.ts';

export type FlushOptions = {
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** Maximum milliseconds to wait. Default: no limit. */
  timeout?: number | undefined;
};

/**
 * Waits for `work`, which must not reject. Resolves with the reason if the time is over or the signal aborts first;
 * the work then goes on. Does not start it if there is no time for it.
 */
export async function wait(
  work: () => Promise<unknown>,
  {
    signal,
    timeout = Number.POSITIVE_INFINITY,
    expired = () => new OutturnTimeoutError(`Not acknowledged within ${timeout} ms`),
  }: FlushOptions & { expired?: () => unknown },
): Promise<{ reason: unknown } | undefined> {
  if (signal?.aborted) return { reason: signal.reason };
  if (timeout <= 0) return { reason: expired() };
  return new Promise((resolve) => {
    const end = (late?: { reason: unknown }) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(late);
    };
    const abort = () => end({ reason: signal?.reason });
    const timer = setTimeout(() => end({ reason: expired() }), Math.min(timeout, LONGEST_TIMER));
    signal?.addEventListener('abort', abort);
    work().then(() => end());
  });
}
