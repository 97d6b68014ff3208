/** Random numbers that the same seed repeats (mulberry32). */
export class Random {
  #state: number;

  /** Any text is a seed. */
  constructor(seed: string) {
    this.#state = hash(seed);
  }

  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of `items`, of which there is at least one, in proportion to their weights. */
  pick<T extends { weight: number }>(items: readonly T[]): T {
    let rest = this.next() * items.reduce((sum, { weight }) => sum + weight, 0);
    const found = items.find(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    return found ?? (items[items.length - 1] as T);
  }
}

/** FNV-1a, 32 bits, mixed once more so that seeds that differ in one character differ everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(value ^ (value >>> 16), 0x85ebca6b);
}
