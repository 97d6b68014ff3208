import { BatchQueue, MIN_OWN_STATEMENT, type Queued } from '../base/batch-queue.ts';
import type { Observer } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import { Semaphore } from '../database/semaphore.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { classifyFailure } from './failures.ts';
import { type Part, type Sent, sendStatement } from './send-statement.ts';

/** Weight per statement; the last batch may exceed it. */
const MAX_WEIGHT = 500;
/** Milliseconds after which a statement in flight no longer keeps the next one waiting. */
const SLOW_STATEMENT = 50;
/** Concurrent parts of a failed statement. */
const MAX_ALONE = 4;

type SharedPart = Part & Queued;

/**
 * `not shared`: the statement failed for all of its developers and has written nothing. Each of them then sends its
 * records alone, within these permits, which the developers of the statement share.
 */
export type SharedAnswer = { kind: 'sent'; sent: Sent } | { kind: 'not shared'; permits: Semaphore };

/**
 * Group commit across developers: small batches of several developers travel in one statement, because a statement
 * costs ten times as much as a record in it (decision 010).
 */
export class SharedStatements {
  readonly #database: Database;
  readonly #observer: Observer;
  readonly #queues = new Map<string, BatchQueue<SharedPart, SharedAnswer>>();

  constructor({ database, observer }: { database: Database; observer: Observer }) {
    this.#database = database;
    this.#observer = observer;
  }

  send(kind: RecordKind, part: Part): Promise<SharedAnswer> {
    const { developerId, records } = part;
    const hasOwnStatement =
      records.length >= MIN_OWN_STATEMENT ||
      !this.#database.distribution.sharesStatements ||
      // A record with two keys fails its statement if only one of them is free (decision 001), which must not affect
      // other developers.
      records.some(({ naturalReservation }) => naturalReservation);
    if (hasOwnStatement) return this.sendAlone(kind, part);
    const weight = records.reduce((sum, record) => sum + record.weight, 0);
    // The developer's queue already separates equal reservations.
    const shared = { developerId, records, keyHashes: [], weight };
    return this.#queueOf(kind)
      .enqueue([shared])
      .then(([result]) => result as SharedAnswer);
  }

  async sendAlone(kind: RecordKind, part: Part): Promise<SharedAnswer> {
    return { kind: 'sent', sent: await sendStatement(this.#database, this.#observer, kind, [part]) };
  }

  #queueOf(kind: RecordKind): BatchQueue<SharedPart, SharedAnswer> {
    const existing = this.#queues.get(kind.table);
    if (existing) return existing;
    const queue = new BatchQueue<SharedPart, SharedAnswer>({
      send: (parts) => this.#sendTogether(kind, parts),
      take: () => MAX_WEIGHT,
      freeSlotAfter: SLOW_STATEMENT,
      // Batches of one event loop turn share a statement.
      schedule: queueMicrotask,
    });
    this.#queues.set(kind.table, queue);
    return queue;
  }

  async #sendTogether(kind: RecordKind, parts: readonly SharedPart[]): Promise<SharedAnswer[]> {
    try {
      const sent = await sendStatement(this.#database, this.#observer, kind, parts);
      return parts.map(() => ({ kind: 'sent', sent }));
    } catch (error) {
      // After a lost answer the statement may have committed, so each developer must look for its records first. A
      // database that refuses writes would refuse each developer's records alone, too.
      if (parts.length === 1 || ['unknown', 'refused'].includes(classifyFailure(error))) throw error;
      const permits = new Semaphore(MAX_ALONE);
      return parts.map(() => ({ kind: 'not shared', permits }));
    }
  }
}
