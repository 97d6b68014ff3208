import type { Database } from '../database/database.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { GroupCommit, type Queued } from './group-commit.ts';
import { readRecords } from './read-records.ts';

type Wanted = Queued & { id: string };
type Queue = GroupCommit<Wanted, string | undefined>;

/**
 * Reads single records, together: whoever asks while a statement is in flight shares the next one with all others. So a
 * statement always begins after its callers have asked, and each of them sees what was recorded before.
 */
export class RecordReader {
  readonly #database: Database;
  readonly #queues = new Map<string, Queue>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** One record by id, rendered; undefined for one of another developer or of nobody. */
  async read(kind: LedgerKind, developerId: string, id: string): Promise<string | undefined> {
    const [text] = await this.#queueOf(kind, developerId).enqueue([{ id, claims: [], weight: 1 }]);
    return text;
  }

  #queueOf(kind: LedgerKind, developerId: string): Queue {
    const key = `${kind.table}:${developerId}`;
    const existing = this.#queues.get(key);
    if (existing) return existing;
    const queue: Queue = new GroupCommit({
      send: async (wanted) => {
        const ids = new Set(wanted.map(({ id }) => id));
        const texts = await readRecords(this.#database, kind, developerId, [...ids]);
        return wanted.map(({ id }) => texts.get(id));
      },
      onIdle: () => this.#queues.delete(key),
    });
    this.#queues.set(key, queue);
    return queue;
  }
}
