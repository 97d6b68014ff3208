import { tooBusy } from '../base/errors.ts';
import { newWaitLimit, WaitingQueue } from '../base/waiting-queue.ts';

/** Lets a bounded number of connections into a pool, so that questions never take all of it. */
export class Gate {
  #free: number;
  /** Unbounded, as `KeyedSemaphore` admits few questions of each developer. */
  readonly #queue = new WaitingQueue(Number.POSITIVE_INFINITY, tooBusy);

  constructor(size: number) {
    this.#free = size;
  }

  /** Rejects with `Rate Limit Exceeded` when it takes too long. */
  async enter(waitLimit = newWaitLimit()): Promise<void> {
    if (!this.tryEnter()) await this.#queue.wait(waitLimit);
  }

  tryEnter(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  leave(): void {
    if (!this.#queue.next()) this.#free++;
  }
}
