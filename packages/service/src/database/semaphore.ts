import { tooBusy } from '../base/errors.ts';
import { newWaitLimit, WaitingQueue } from '../base/waiting-queue.ts';

export class Semaphore {
  #free: number;
  /** Unbounded: callers limit their own share. */
  readonly #queue = new WaitingQueue(Number.POSITIVE_INFINITY, tooBusy);

  constructor(size: number) {
    this.#free = size;
  }

  /** Rejects with `Rate Limit Exceeded` after the timeout. */
  async acquire(waitLimit = newWaitLimit()): Promise<void> {
    if (!this.tryAcquire()) await this.#queue.wait(waitLimit);
  }

  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  release(): void {
    if (!this.#queue.next()) this.#free++;
  }
}
