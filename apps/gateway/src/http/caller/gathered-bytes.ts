/**
 * Bytes that arrive in pieces, in one buffer that grows. Kept as they come, pieces of one byte would take 400 bytes of memory
 * each.
 */
export class GatheredBytes {
  /** How many there will be at most. */
  readonly #limit: number;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** What is held for them, in bytes. */
  get capacity(): number {
    return this.#buffer.length;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    // Most bodies are one piece, which need not be copied.
    if (this.#size === 0) this.#buffer = piece;
    else {
      if (size > this.#buffer.length) this.#grow(size);
      piece.copy(this.#buffer, this.#size);
    }
    this.#size = size;
  }

  letGo(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #grow(size: number): void {
    const twice = Math.min(2 * this.#buffer.length, this.#limit);
    const grown = Buffer.allocUnsafe(Math.max(size, twice));
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
  }
}
