/**
 * Collects the chunks of a body in one buffer that doubles when it is full. A list of chunks would take some 400
 * bytes of memory for each, so a client that sends single bytes could take 400 times the memory of its body.
 */
export class BodyBuffer {
  readonly #limit: number;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes that are allocated, which is what the memory budget counts. */
  get capacity(): number {
    return this.#buffer.length;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** The bytes that are allocated after so many more are added. */
  capacityFor(more: number): number {
    const size = this.#size + more;
    if (this.#size === 0 || size <= this.#buffer.length) return Math.max(size, this.#buffer.length);
    return Math.max(size, Math.min(2 * this.#buffer.length, this.#limit));
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    // Most bodies are one chunk, which is used as it is.
    if (this.#size === 0) this.#buffer = chunk;
    else {
      if (size > this.#buffer.length) this.#grow(this.capacityFor(chunk.length));
      chunk.copy(this.#buffer, this.#size);
    }
    this.#size = size;
  }

  release(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #grow(capacity: number): void {
    const grown = Buffer.allocUnsafe(capacity);
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
  }
}
