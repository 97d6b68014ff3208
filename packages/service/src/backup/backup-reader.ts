import { type BackupHeader, parseHeader } from './backup-header.ts';
import { countLines, LineReader } from './line-reader.ts';

/**
 * Reads the text that `withBackup` writes: the first line when it is opened, then the rows of one table after the
 * other. It keeps one chunk in memory, whatever the size of the file.
 */
export class BackupReader {
  readonly header: BackupHeader;
  readonly #lines: LineReader;
  #total = 0;

  private constructor(header: BackupHeader, lines: LineReader) {
    this.header = header;
    this.#lines = lines;
  }

  /** Throws if this version cannot restore the backup. */
  static async open(content: AsyncIterable<Buffer>): Promise<BackupReader> {
    const lines = new LineReader(content);
    return new BackupReader(parseHeader(await lines.line()), lines);
  }

  /**
   * The next `count` rows, in chunks for `COPY … FROM STDIN`. Call it once for each table, in the order of the
   * header. `onRows` gets the number of rows of all tables so far, after they were taken.
   */
  async *rows(count: number, onRows: (rows: number) => void): AsyncGenerator<Buffer> {
    for await (const chunk of this.#lines.lines(count)) {
      yield chunk;
      this.#total += countLines(chunk);
      onRows(this.#total);
    }
  }

  /** Throws if anything follows the last row: the header and the content then do not fit. */
  end(): Promise<void> {
    return this.#lines.end();
  }
}
