/**
 * What the rows of many queues may weigh together, those under way included. A queue never has more than it leaves to others:
 * of a few that are full each has its part, as much stays free, and a queue that has little is served out of that.
 */
export class Room {
  #free: number;

  constructor(capacity: number) {
    this.#free = capacity;
  }

  /** Takes room for a queue that has `own` of it already; false where that is not for it to have. */
  take(own: number, weight: number): boolean {
    if (own + weight > this.#free) return false;
    this.#free -= weight;
    return true;
  }

  giveBack(weight: number): void {
    this.#free += weight;
  }
}
