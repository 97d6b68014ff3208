import { backoff } from '@outturn/retry';

/** In milliseconds. During the first pause, a signal to the group reaches all processes. */
const PAUSES = { first: 100, longest: 10_000, jitter: 1 };
/** Uptime that resets the backoff, in milliseconds. */
const STABLE = 30_000;
/** Consecutive failed starts after which further ones are hopeless. */
const MAX_FAILED_STARTS = 8;

export class RestartBackoff {
  #ends = 0;
  #failedStarts = 0;

  /** In milliseconds. */
  next({ hasServed, lived }: { hasServed: boolean; lived: number }): { delay: number; isHopeless: boolean } {
    if (hasServed && lived > STABLE) this.#ends = 0;
    if (!hasServed) this.#failedStarts++;
    this.#ends++;
    return { delay: backoff(this.#ends, PAUSES), isHopeless: this.#failedStarts >= MAX_FAILED_STARTS };
  }

  succeed(): void {
    this.#failedStarts = 0;
  }
}
