import { type FileHandle, rm } from 'node:fs/promises';
import { createPrivateFile, isThere } from '../../process/private-file.ts';
import type { RowSource, SourceRow } from './row-source.ts';

/**
 * The file of rejected rows, each with its reason. It can be corrected and imported like the original. It appears
 * with the first rejected row.
 */
export class RejectedFile {
  readonly path: string;
  readonly #source: RowSource;
  #handle: FileHandle | undefined;

  constructor(path: string, source: RowSource) {
    this.path = path;
    this.#source = source;
  }

  /** Appends rows. The first one replaces the file of an earlier run. */
  async add(rejected: readonly { row: SourceRow; reason: string }[]): Promise<void> {
    if (rejected.length === 0) return;
    if (!this.#handle) {
      this.#handle = await createPrivateFile(this.path, { replace: true });
      await this.#handle.write(this.#source.rejectedHeader);
    }
    const lines = rejected.map(({ row, reason }) => this.#source.rejectedLine(row, reason));
    await this.#handle.appendFile(lines.join(''));
  }

  /** Call it at the end of a complete import. If nothing was rejected, the file of an earlier run is deleted. */
  async finish(): Promise<void> {
    if (!this.#handle && (await isThere(this.path))) await rm(this.path);
    await this.close();
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}
