import { backoff } from '@outturn/retry';

/** Before the first replacement: the signal that ended a worker may be on its way to everybody. In milliseconds. */
const PAUSES = { first: 100, longest: 10_000, jitter: 1 };
/** Who lived so long did not end for what ends workers at once. */
const STABLE = 30_000;
/** So many starts in a row that came to nothing will not come to anything. */
const MOST_FAILED_STARTS = 8;

/** How long to wait before a worker is replaced: longer and longer while they keep ending. */
export class BackOff {
  #ends = 0;
  #failedStarts = 0;

  /** Milliseconds until the next start, and whether starts have come to nothing too often in a row. */
  next({ hasServed, lived }: { hasServed: boolean; lived: number }): { delay: number; isHopeless: boolean } {
    if (hasServed && lived > STABLE) this.#ends = 0;
    if (!hasServed) this.#failedStarts++;
    this.#ends++;
    return { delay: backoff(this.#ends, PAUSES), isHopeless: this.#failedStarts >= MOST_FAILED_STARTS };
  }

  /** A worker has started to serve. */
  succeed(): void {
    this.#failedStarts = 0;
  }
}
