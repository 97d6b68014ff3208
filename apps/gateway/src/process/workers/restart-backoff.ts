import { backoff } from '@outturn/transport';

/**
 * Milliseconds. A signal to the whole process group ends all workers at once; the first pause lets it reach this
 * process, too, before it replaces them.
 */
const PAUSES = { first: 100, longest: 10_000, jitter: 1 };
/** The pauses begin anew after a worker that has served and lived for more than so many milliseconds. */
const STABLE = 30_000;
/** After so many starts in a row that never listened, further ones are hopeless. */
const MAX_FAILED_STARTS = 8;

/** How long to wait before a worker is replaced. It counts the ends of all workers together. */
export class RestartBackoff {
  #ends = 0;
  #failedStarts = 0;

  /** Call it when a worker has ended. `delay` is in milliseconds. */
  next({ hasServed, lived }: { hasServed: boolean; lived: number }): { delay: number; isHopeless: boolean } {
    if (hasServed && lived > STABLE) this.#ends = 0;
    if (!hasServed) this.#failedStarts++;
    this.#ends++;
    return { delay: backoff(this.#ends, PAUSES), isHopeless: this.#failedStarts >= MAX_FAILED_STARTS };
  }

  /** Call it when a worker listens. */
  succeed(): void {
    this.#failedStarts = 0;
  }
}
