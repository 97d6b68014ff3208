import { type BackupHeader, parseHeader } from './backup-header.ts';
import { countLines, LineReader } from './line-reader.ts';

/** Reads the text that `withBackup` writes. */
export class BackupReader {
  readonly header: BackupHeader;
  readonly #lines: LineReader;
  #total = 0;

  private constructor(header: BackupHeader, lines: LineReader) {
    this.header = header;
    this.#lines = lines;
  }

  /** Throws if this version cannot restore it. */
  static async open(content: AsyncIterable<Buffer>): Promise<BackupReader> {
    const lines = new LineReader(content);
    return new BackupReader(parseHeader(await lines.line()), lines);
  }

  /** The rows of the next table, as `COPY` reads them. */
  async *rows(count: number, onRows: (rows: number) => void): AsyncGenerator<Buffer> {
    for await (const chunk of this.#lines.lines(count)) {
      yield chunk;
      this.#total += countLines(chunk);
      onRows(this.#total);
    }
  }

  /** Throws unless all rows were read. */
  end(): Promise<void> {
    return this.#lines.end();
  }
}
