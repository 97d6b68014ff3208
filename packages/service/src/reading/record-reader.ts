import { BatchQueue, type Queued } from '../base/batch-queue.ts';
import type { Database } from '../database/database.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { readCurrent } from './read-records.ts';

type PendingRead = Queued & { id: string };
type Queue = BatchQueue<PendingRead, string | undefined>;

/** Batches reads; statements start after their callers asked, so each sees earlier records. */
export class RecordReader {
  readonly #database: Database;
  readonly #queues = new Map<string, Queue>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** JSON, or undefined for unknown ids. */
  async read(kind: RecordKind, developerId: string, id: string): Promise<string | undefined> {
    const [text] = await this.#queueOf(kind, developerId).enqueue([{ id, keyHashes: [], weight: 1 }]);
    return text;
  }

  #queueOf(kind: RecordKind, developerId: string): Queue {
    const key = `${kind.table}:${developerId}`;
    const existing = this.#queues.get(key);
    if (existing) return existing;
    const queue: Queue = new BatchQueue({
      send: async (wanted) => {
        const ids = new Set(wanted.map(({ id }) => id));
        const texts = await readCurrent(this.#database, kind, developerId, [...ids]);
        return wanted.map(({ id }) => texts.get(id));
      },
      onIdle: () => this.#queues.delete(key),
    });
    this.#queues.set(key, queue);
    return queue;
  }
}
