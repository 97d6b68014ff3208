/** Milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/**
 * Milliseconds before the next attempt, after so many failures: twice as many each time, with jitter (0 to 1) so that
 * callers do not return all at once.
 */
export function backoff(failures: number, jitter = Math.random()): number {
  return Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE) * (0.5 + jitter / 2);
}
