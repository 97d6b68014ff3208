import type { Database } from '../database/database.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { Lane } from './lane.ts';
import { readRecords } from './read-records.ts';

/** A record that is asked for: `text` or `error` once it is settled, and neither when there is none. */
type Request = { id: string; claims: readonly []; weight: 1; text?: string | undefined; error?: unknown };

/**
 * Reads single records, together: whoever asks while a statement is in flight shares the next one with all others. So a
 * statement always begins after its callers have asked, and each of them sees what was recorded before.
 */
export class RecordReader {
  readonly #database: Database;
  readonly #lanes = new Map<string, Lane<Request>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** One record by id, rendered; undefined for one of another developer or of nobody. */
  async read(kind: LedgerKind, developerId: string, id: string): Promise<string | undefined> {
    const request: Request = { id, claims: [], weight: 1 };
    await this.#lane(kind, developerId).add([request]);
    if ('error' in request) throw request.error;
    return request.text;
  }

  #lane(kind: LedgerKind, developerId: string): Lane<Request> {
    const key = `${kind.table}:${developerId}`;
    const existing = this.#lanes.get(key);
    if (existing) return existing;
    const lane = new Lane<Request>({
      capacity: Number.POSITIVE_INFINITY,
      write: (requests) => this.#settle(kind, developerId, requests),
      onIdle: () => this.#lanes.delete(key),
    });
    this.#lanes.set(key, lane);
    return lane;
  }

  async #settle(kind: LedgerKind, developerId: string, requests: Request[]): Promise<void> {
    try {
      const ids = new Set(requests.map(({ id }) => id));
      const texts = await readRecords(this.#database, kind, developerId, [...ids]);
      for (const request of requests) request.text = texts.get(request.id);
    } catch (error) {
      for (const request of requests) request.error = error;
    }
  }
}
