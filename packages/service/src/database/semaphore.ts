import { tooBusy } from '../base/errors.ts';
import { newWaitLimit, WaitingQueue } from '../base/waiting-queue.ts';

/**
 * Limits how many works run at once: at most `size` hold a permit. Waiting callers get permits in the order in which
 * they came; a released permit goes to the first of them directly, so that `tryAcquire` cannot overtake.
 */
export class Semaphore {
  #free: number;
  /** Without a bound: the callers limit how many of their works may wait. */
  readonly #queue = new WaitingQueue(Number.POSITIVE_INFINITY, tooBusy);

  constructor(size: number) {
    this.#free = size;
  }

  /** Rejects with `Rate Limit Exceeded` after 25 s, or when the time of `waitLimit` is over. */
  async acquire(waitLimit = newWaitLimit()): Promise<void> {
    if (!this.tryAcquire()) await this.#queue.wait(waitLimit);
  }

  /** Runs `work` with a permit. Rejects as `acquire` does. */
  async withPermit<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Takes a permit if one is free at this moment. Returns whether it did. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  release(): void {
    if (!this.#queue.next()) this.#free++;
  }
}
