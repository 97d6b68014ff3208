import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import type { RowSource, SourceRow } from './row-source.ts';

export class RejectedFile {
  readonly path: string;
  readonly #source: RowSource;
  #handle: FileHandle | undefined;

  constructor(path: string, source: RowSource) {
    this.path = path;
    this.#source = source;
  }

  /** The first row replaces the file of an earlier run. */
  async add(rejected: readonly { row: SourceRow; reason: string }[]): Promise<void> {
    if (rejected.length === 0) return;
    if (!this.#handle) {
      this.#handle = await open(this.path, 'w');
      await this.#handle.write(this.#source.rejectedHeader);
    }
    const lines = rejected.map(({ row, reason }) => this.#source.rejectedLine(row, reason));
    await this.#handle.appendFile(lines.join(''));
  }

  /** Deletes the file of an earlier run if nothing was rejected, unless it is a device such as /dev/null. */
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

async function isRegularFile(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  return status?.isFile() ?? false;
}
