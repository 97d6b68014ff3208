/** Shared by many queues. A queue never holds more than it leaves free, so full queues leave room for small ones. */
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
