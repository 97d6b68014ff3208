import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import type { RowSource, SourceRow } from './row-source.ts';

/** The rows of a run that were rejected, each with its reason, in the order and form of the imported file. */
export class RejectedFile {
  readonly path: string;
  readonly #source: RowSource;
  #handle: FileHandle | undefined;

  constructor(path: string, source: RowSource) {
    this.path = path;
    this.#source = source;
  }

  /** Adds rows. The file of an earlier run is replaced by the first. */
  async add(rejected: readonly { row: SourceRow; reason: string }[]): Promise<void> {
    if (rejected.length === 0) return;
    if (!this.#handle) {
      this.#handle = await open(this.path, 'w');
      await this.#handle.write(this.#source.rejectedHeader);
    }
    const lines = rejected.map(({ row, reason }) => this.#source.rejectedLine(row, reason));
    await this.#handle.appendFile(lines.join(''));
  }

  /** Ends a run that has seen every row. When none was rejected, a file of an earlier run would mislead: it goes. */
  async finish(): Promise<void> {
    const isLeftOver = !this.#handle && (await isRegularFile(this.path));
    if (isLeftOver) await rm(this.path);
    await this.close();
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

/** Not so for a device such as /dev/null, which must stay. */
async function isRegularFile(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  return status?.isFile() ?? false;
}
