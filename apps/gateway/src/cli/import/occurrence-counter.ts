/** Words of 32 bits for each place of the table: both halves of a hash, and its count. */
const WORDS = 3;

/**
 * Counts how often each of many texts occurs, by 64-bit hashes of them. It is a hash table in one array of numbers,
 * with open addressing: a hash whose place is taken goes to the next free one. The table takes 16 to 32 bytes for each
 * hash, outside of the heap of JavaScript; a `Map` takes more than 100 and ends at 16.7 million entries, which is
 * less than some files have rows.
 *
 * The hashes must be evenly distributed, because the table uses their bits as they are.
 */
export class OccurrenceCounter {
  #slots = 1024;
  #table = new Uint32Array(this.#slots * WORDS);
  #used = 0;

  /** Counts one more occurrence. Returns how many there are now. */
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

  /** Whether it has occurred. */
  has(high: number, low: number): boolean {
    return this.#table[this.#find(high, low) + 2] !== 0;
  }

  /**
   * The index of the place of this hash, or of the free one where it belongs. Free places have a count of zero. The
   * table is never full, so the search ends.
   */
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
