/** In milliseconds. A jitter of 0 halves the pause, 1 keeps it. */
type BackoffLimits = { first?: number; longest?: number; jitter?: number };

/** The jitter keeps callers from returning at the same time. */
export function backoff(
  failures: number,
  { first = 250, longest = 10_000, jitter = Math.random() }: BackoffLimits = {},
): number {
  return Math.min(first * 2 ** (failures - 1), longest) * (0.5 + jitter / 2);
}
