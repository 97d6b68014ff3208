import { LONGEST_TIMER } from './longest-timer.ts';

/** Rejects with the signal's reason when aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const done = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER));
    signal?.addEventListener('abort', stop, { once: true });
  });
}
