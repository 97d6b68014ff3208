import { tooBusy } from '../base/errors.ts';
import { newPatience, WaitingLine } from '../base/waiting-queue.ts';

/** Lets a bounded number of connections into a pool, so that questions never take all of it. */
export class Gate {
  #free: number;
  /** Everyone has few at the gate: see the turns of questions. */
  readonly #queue = new WaitingLine(Number.POSITIVE_INFINITY, tooBusy);

  constructor(size: number) {
    this.#free = size;
  }

  /** Rejects with `Rate Limit Exceeded` when it takes too long. */
  async enter(patience = newPatience()): Promise<void> {
    if (!this.tryEnter()) await this.#queue.wait(patience);
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
