const LINE_FEED = 10;

/** Bytes that a line read at once may have. */
const LONGEST_LINE = 1_048_576;

/**
 * Divides a stream of bytes after a number of lines, without keeping more than one chunk. In the text format of
 * `COPY` each row is one line, since line feeds in values are escaped; so the rows of a table can be counted off from
 * a stream in which the next table follows directly.
 */
export class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next `count` lines, in chunks as they come. Throws if the stream ends before. */
  async *lines(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next();
      const { lines, end } = findLines(chunk, left);
      left -= lines;
      this.#rest = chunk.subarray(end);
      yield chunk.subarray(0, end);
    }
  }

  /**
   * The next line as text. Throws if it is longer than any description of tables can be, so that a hostile file
   * cannot exhaust the memory.
   */
  async line(): Promise<string> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.lines(1)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LONGEST_LINE) throw new Error('The first line of the backup is too long.');
    }
    return Buffer.concat(chunks).toString();
  }

  /** Throws unless the stream ends here. */
  async end(): Promise<void> {
    let rest = this.#rest;
    while (rest.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return;
      rest = value;
    }
    throw new Error('The backup goes on after its last row.');
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new Error('The backup ends too early.');
    return value;
  }
}

export function countLines(chunk: Buffer): number {
  return findLines(chunk, Number.POSITIVE_INFINITY).lines;
}

/**
 * The number of line feeds in a chunk, at most `most`. `end` is the offset behind the last of these lines, or the
 * length of the chunk if it has fewer.
 */
function findLines(chunk: Buffer, most: number): { lines: number; end: number } {
  let end = 0;
  for (let lines = 0; lines < most; lines++) {
    const next = chunk.indexOf(LINE_FEED, end);
    if (next < 0) return { lines, end: chunk.length };
    end = next + 1;
  }
  return { lines: most, end };
}
