import type { Entry } from './batch-queue.ts';
import type { RecorderCounts } from './counts.ts';

/**
 * The records that were accepted and have no result yet, and the counts of those that have one. They are kept apart
 * from the queues, so that all of them can be given up at once when the process ends.
 */
export class Unsettled {
  readonly #entries = new Set<Entry>();
  #length = 0;
  #recorded = 0;
  #lost = 0;
  #lastError: unknown;

  get size(): number {
    return this.#entries.size;
  }

  /** Characters of JSON that these records take. */
  get length(): number {
    return this.#length;
  }

  get counts(): RecorderCounts {
    return { recorded: this.#recorded, lost: this.#lost };
  }

  /** Error of the last lost record. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /**
   * Returns an entry that counts its first result and ignores all others: a record may be given up while its answer
   * is on the way.
   */
  add({ text, acceptedAt, resolve, reject }: Entry): Entry {
    const settle = () => {
      if (!this.#entries.delete(entry)) return false;
      this.#length -= text.length;
      return true;
    };
    const entry: Entry = {
      text,
      acceptedAt,
      resolve: (result) => {
        if (!settle()) return;
        this.#recorded++;
        resolve(result);
      },
      reject: (error) => {
        if (!settle()) return;
        this.countLoss(error);
        reject(error);
      },
    };
    this.#entries.add(entry);
    this.#length += text.length;
    return entry;
  }

  countLoss(error: unknown): void {
    this.#lost++;
    this.#lastError = error;
  }

  /** Rejects every record without a result. */
  loseAll(error: unknown): void {
    for (const entry of this.#entries) entry.reject(error);
  }
}
