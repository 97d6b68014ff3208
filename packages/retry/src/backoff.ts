/** In milliseconds: the pauses after the first and after many failures. Jitter of 0 halves a pause, and 1 keeps it whole. */
type BackoffLimits = { first?: number; longest?: number; jitter?: number };

/**
 * Milliseconds before the next attempt, after so many failures: twice as many each time, with random jitter so that
 * callers do not return all at once.
 */
export function backoff(
  failures: number,
  { first = 250, longest = 10_000, jitter = Math.random() }: BackoffLimits = {},
): number {
  return Math.min(first * 2 ** (failures - 1), longest) * (0.5 + jitter / 2);
}
