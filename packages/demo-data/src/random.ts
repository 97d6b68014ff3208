/** Seeded pseudorandom numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = hash(seed);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, both limits included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Picks by weight. `items` must not be empty. */
  pick<T extends { weight: number }>(items: readonly T[]): T {
    let rest = this.next() * items.reduce((sum, { weight }) => sum + weight, 0);
    const found = items.find(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    return found ?? (items[items.length - 1] as T);
  }
}

/** FNV-1a (32 bits) with a final mix, so that similar seeds produce different hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(value ^ (value >>> 16), 0x85ebca6b);
}
