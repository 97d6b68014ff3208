import type { Observer } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import { Semaphore } from '../database/semaphore.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { classifyFailure } from './failures.ts';
import { GroupCommit, MIN_OWN_STATEMENT, type Queued } from './group-commit.ts';
import { type Part, type Sent, sendStatement } from './send-statement.ts';

/** Weight per statement; the last batch may exceed it. */
const MAX_WEIGHT = 500;
/** Milliseconds after which a statement no longer holds a slot. */
const SLOW_STATEMENT = 50;
/** Concurrent parts of a failed statement. */
const MAX_ALONE = 4;

type SharedPart = Part & Queued;

/** Group commit across developers (decision 010). */
export class SharedStatements {
  readonly #database: Database;
  readonly #observer: Observer;
  readonly #queues = new Map<string, GroupCommit<SharedPart, Sent | Semaphore>>();

  constructor({ database, observer }: { database: Database; observer: Observer }) {
    this.#database = database;
    this.#observer = observer;
  }

  /** Resolves to a semaphore after a failed shared statement, which wrote nothing: callers send alone, within it. */
  send(kind: RecordKind, part: Part): Promise<Sent | Semaphore> {
    const { developerId, records } = part;
    const hasOwnStatement =
      records.length >= MIN_OWN_STATEMENT ||
      !this.#database.distribution.sharesStatements ||
      // One taken claim of a record with two fails the statement for all developers (decision 001).
      records.some(({ naturalClaim }) => naturalClaim);
    if (hasOwnStatement) return this.sendAlone(kind, part);
    const weight = records.reduce((sum, record) => sum + record.weight, 0);
    // The developer's queue already separates equal claims.
    const shared = { developerId, records, claims: [], weight };
    return this.#queueOf(kind)
      .enqueue([shared])
      .then(([result]) => result as Sent | Semaphore);
  }

  sendAlone(kind: RecordKind, part: Part): Promise<Sent> {
    return sendStatement(this.#database, this.#observer, kind, [part]);
  }

  #queueOf(kind: RecordKind): GroupCommit<SharedPart, Sent | Semaphore> {
    const existing = this.#queues.get(kind.table);
    if (existing) return existing;
    const queue = new GroupCommit<SharedPart, Sent | Semaphore>({
      send: (parts) => this.#sendTogether(kind, parts),
      take: () => MAX_WEIGHT,
      freeSlotAfter: SLOW_STATEMENT,
      // Batches of one event loop turn share a statement.
      schedule: queueMicrotask,
    });
    this.#queues.set(kind.table, queue);
    return queue;
  }

  async #sendTogether(kind: RecordKind, parts: readonly SharedPart[]): Promise<(Sent | Semaphore)[]> {
    try {
      const sent = await sendStatement(this.#database, this.#observer, kind, parts);
      return parts.map(() => sent);
    } catch (error) {
      // An unknown statement may have committed, and a refused one would fail alone, too.
      if (parts.length === 1 || ['unknown', 'refused'].includes(classifyFailure(error))) throw error;
      const semaphore = new Semaphore(MAX_ALONE);
      return parts.map(() => semaphore);
    }
  }
}
