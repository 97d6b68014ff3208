/** Shared by many queues. A queue may hold at most as much as remains free, so a full queue leaves room for others. */
export class MemoryBudget {
  #free: number;

  constructor(capacity: number) {
    this.#free = capacity;
  }

  /** `own` is what the queue already holds. */
  reserve(own: number, weight: number): boolean {
    if (own + weight > this.#free) return false;
    this.#free -= weight;
    return true;
  }

  release(weight: number): void {
    this.#free += weight;
  }
}
