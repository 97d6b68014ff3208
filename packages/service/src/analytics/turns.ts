/** Lets everyone do a few things at a time, so that the many of one never keep those of others waiting. */
export class Turns {
  readonly #most: number;
  /** Who has turns, how many, and what waits for the next. */
  readonly #lines = new Map<string, { taken: number; waiting: (() => void)[] }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work when it is its turn, in the order of arrival. */
  async take<T>(who: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(who) ?? { taken: 0, waiting: [] };
    this.#lines.set(who, line);
    if (line.taken < this.#most) line.taken++;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.taken === 0) this.#lines.delete(who);
    }
  }
}
