/** Milliseconds. `setTimeout` would fire at once for a longer delay. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** In milliseconds. `jitter` is 0 to 1: 0 halves the pause, and 1 keeps it. */
type BackoffLimits = { first?: number; longest?: number; jitter?: number };

/**
 * The pause after so many failures in a row, in milliseconds: twice as long after each, up to `longest`. The jitter
 * spreads callers that have failed at the same time, so that they do not come back at the same time.
 */
export function backoff(
  failures: number,
  { first = 250, longest = 10_000, jitter = Math.random() }: BackoffLimits = {},
): number {
  return Math.min(first * 2 ** (failures - 1), longest) * (0.5 + jitter / 2);
}

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

/** Milliseconds. A call fails at once if the server asks it to wait longer than this. */
export const LONGEST_RETRY_AFTER = 60_000;

/**
 * The milliseconds that a `Retry-After` header asks to wait. It has seconds or a date (RFC 9110). Undefined if it has
 * neither.
 */
export function readRetryAfter(header: string | null | undefined): number | undefined {
  if (header == null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Whether an answer with this status may be different at the next attempt. */
export function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without HTTPS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
