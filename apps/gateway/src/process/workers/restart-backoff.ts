import { backoff } from '@outturn/retry';

/** In milliseconds. The first pause lets a signal that ended one worker reach the others and this process. */
const PAUSES = { first: 100, longest: 10_000, jitter: 1 };
/** The backoff restarts after a worker has run this long, in milliseconds. */
const STABLE = 30_000;
/** Consecutive failed starts after which no further start is expected to succeed. */
const MAX_FAILED_STARTS = 8;

/** Exponential backoff for replacing workers. */
export class RestartBackoff {
  #ends = 0;
  #failedStarts = 0;

  /** `delay` is in milliseconds. `lived` is how long the ended worker ran. */
  next({ hasServed, lived }: { hasServed: boolean; lived: number }): { delay: number; isHopeless: boolean } {
    if (hasServed && lived > STABLE) this.#ends = 0;
    if (!hasServed) this.#failedStarts++;
    this.#ends++;
    return { delay: backoff(this.#ends, PAUSES), isHopeless: this.#failedStarts >= MAX_FAILED_STARTS };
  }

  /** Call when a worker has started to serve. */
  succeed(): void {
    this.#failedStarts = 0;
  }
}
