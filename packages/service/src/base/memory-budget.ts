/**
 * One limit on memory that many queues share, in any unit. A queue may hold at most as much as is still free. So with
 * a budget of 100, the first queue gets 50 at most: it then holds 50 and 50 are free. A second one gets 25, a third
 * 13. No queue can fill the budget, and there is always room for one that holds little, without a fixed share for
 * each.
 */
export class MemoryBudget {
  #free: number;

  constructor(capacity: number) {
    this.#free = capacity;
  }

  /**
   * Reserves `weight` for a queue that holds `own` so far. Returns false, and reserves nothing, if together they
   * exceed what is free.
   */
  reserve(own: number, weight: number): boolean {
    if (own + weight > this.#free) return false;
    this.#free -= weight;
    return true;
  }

  /** Returns what was reserved, in one or more parts. */
  release(weight: number): void {
    this.#free += weight;
  }
}
