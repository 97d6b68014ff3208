/** Lets a bounded number of connections into a pool, so that questions never take all of it. */
export class Gate {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async enter(): Promise<void> {
    if (this.tryEnter()) return;
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  tryEnter(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free++;
  }
}
