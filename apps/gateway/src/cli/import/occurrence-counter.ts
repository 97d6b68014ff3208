const WORDS = 3;

/**
 * Counts 64-bit hashes in an open-addressing table: 16 to 32 bytes per hash outside the JavaScript heap, where a Map takes
 * over 100 and ends at 16.7 million entries. Hashes must be uniformly distributed.
 */
export class OccurrenceCounter {
  #slots = 1024;
  #table = new Uint32Array(this.#slots * WORDS);
  #used = 0;

  /** Returns the count including this call. */
  next(high: number, low: number): number {
    if (this.#used * 4 >= this.#slots * 3) this.#grow();
    const slot = this.#find(high, low);
    const count = (this.#table[slot + 2] ?? 0) + 1;
    if (count === 1) this.#used++;
    this.#table[slot] = high;
    this.#table[slot + 1] = low;
    this.#table[slot + 2] = count;
    return count;
  }

  has(high: number, low: number): boolean {
    return this.#table[this.#find(high, low) + 2] !== 0;
  }

  /** Free slots have a count of zero. */
  #find(high: number, low: number): number {
    const table = this.#table;
    let slot = (low % this.#slots) * WORDS;
    while (table[slot + 2] !== 0 && (table[slot] !== high || table[slot + 1] !== low)) {
      slot += WORDS;
      if (slot === table.length) slot = 0;
    }
    return slot;
  }

  #grow(): void {
    const old = this.#table;
    this.#slots *= 2;
    this.#table = new Uint32Array(this.#slots * WORDS);
    for (let from = 0; from < old.length; from += WORDS) {
      const [high = 0, low = 0] = [old[from], old[from + 1]];
      if (old[from + 2] !== 0) this.#table.set(old.subarray(from, from + WORDS), this.#find(high, low));
    }
  }
}
