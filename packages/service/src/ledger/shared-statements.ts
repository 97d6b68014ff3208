import type { Observer } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import { Gate } from '../database/semaphore.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { classifyFailure } from './failures.ts';
import { GroupCommit, type Queued, WHOLE } from './group-commit.ts';
import { type Part, type Sent, sendStatement } from './send-statement.ts';

/** At most about so many records travel in one. */
const MOST = 500;
/** A statement that takes more milliseconds keeps no other waiting, however many are in flight. */
const PATIENCE = 50;
/** Of a statement that failed, so many developers' records go alone at the same time. */
const ALONE_AT_ONCE = 4;

type SharedPart = Part & Queued;

/**
 * Group commit across developers: where many of them record a little at the same time, their batches travel in one
 * statement. One that stands alone or is large goes as it is.
 */
export class SharedStatements {
  readonly #database: Database;
  readonly #observer: Observer;
  readonly #queues = new Map<string, GroupCommit<SharedPart, Sent | Gate>>();

  constructor({ database, observer }: { database: Database; observer: Observer }) {
    this.#database = database;
    this.#observer = observer;
  }

  /**
   * Sends records of one developer, beside those of others if they are few. Resolves to a gate where a statement of several
   * developers has failed and written nothing: each sends its own records alone, when the gate lets it.
   */
  send(kind: LedgerKind, part: Part): Promise<Sent | Gate> {
    const { developerId, records } = part;
    const hasOwnStatement =
      records.length >= WHOLE ||
      !this.#database.distribution.sharesStatements ||
      // A record that meets another with one of its two keys fails its statement, which is nobody else's business.
      records.some(({ naturalClaim }) => naturalClaim);
    if (hasOwnStatement) return this.sendAlone(kind, part);
    const weight = records.reduce((sum, record) => sum + record.weight, 0);
    const shared = { developerId, records, claims: [], weight };
    return this.#queueOf(kind)
      .enqueue([shared])
      .then(([result]) => result as Sent | Gate);
  }

  sendAlone(kind: LedgerKind, part: Part): Promise<Sent> {
    return sendStatement(this.#database, this.#observer, kind, [part]);
  }

  #queueOf(kind: LedgerKind): GroupCommit<SharedPart, Sent | Gate> {
    const existing = this.#queues.get(kind.table);
    if (existing) return existing;
    const queue = new GroupCommit<SharedPart, Sent | Gate>({
      send: (parts) => this.#sendTogether(kind, parts),
      take: () => MOST,
      freeSlotAfter: PATIENCE,
      // Batches that are made in the same turn of the event loop travel together.
      schedule: queueMicrotask,
    });
    this.#queues.set(kind.table, queue);
    return queue;
  }

  async #sendTogether(kind: LedgerKind, parts: readonly SharedPart[]): Promise<(Sent | Gate)[]> {
    try {
      const sent = await sendStatement(this.#database, this.#observer, kind, parts);
      return parts.map(() => sent);
    } catch (error) {
      // Alone they would fail likewise.
      if (parts.length === 1 || ['unknown', 'refused'].includes(classifyFailure(error))) throw error;
      const gate = new Gate(ALONE_AT_ONCE);
      return parts.map(() => gate);
    }
  }
}
