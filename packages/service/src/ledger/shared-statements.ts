import type { LedgerKind, RecordTable } from '../kinds/record-kind.ts';
import { classifyFailure } from './failures.ts';
import { SECOND_AT, WHOLE } from './lane.ts';
import type { PendingRecord } from './pending-record.ts';
import { type Part, type WriteContext, writeBatch } from './write-batch.ts';

/** At most about so many records travel in one. */
const MOST = 500;
/** A statement that takes more milliseconds keeps no other waiting, however many are in flight. */
const PATIENCE = 50;
/** Of a statement that failed, so many developers' records go alone at the same time. */
const ALONE_AT_ONCE = 4;

type Waiting = Part & PromiseWithResolvers<PendingRecord[]>;

/**
 * Group commit across developers: where many of them record a little at the same time, their batches travel in one
 * statement. One that stands alone or is large goes as it is.
 */
export class SharedStatements {
  readonly #context: WriteContext;
  readonly #queues = new Map<RecordTable, Queue>();

  constructor(context: WriteContext) {
    this.#context = context;
  }

  /** Like {@link writeBatch}. */
  write(kind: LedgerKind, part: Part): Promise<PendingRecord[]> {
    const hasOwnStatement =
      part.records.length >= WHOLE ||
      // On Citus, developers are on different nodes.
      this.#context.database.isDistributed ||
      // A record that meets another with one of its two keys fails its statement, which is nobody else's business.
      part.records.some(({ naturalClaim }) => naturalClaim);
    return hasOwnStatement ? writeBatch(this.#context, kind, [part]) : this.#queueOf(kind).add(part);
  }

  #queueOf(kind: LedgerKind): Queue {
    const existing = this.#queues.get(kind.table);
    if (existing) return existing;
    const queue = new Queue((parts) => writeParts(this.#context, kind, parts));
    this.#queues.set(kind.table, queue);
    return queue;
  }
}

/** Small batches of one kind that wait for a statement. */
class Queue {
  readonly #write: (parts: Waiting[]) => Promise<void>;
  #waiting: Waiting[] = [];
  #records = 0;
  #inFlight = 0;
  #isStarting = false;

  /** `write` resolves when every part is settled, and never rejects. */
  constructor(write: (parts: Waiting[]) => Promise<void>) {
    this.#write = write;
  }

  add(part: Part): Promise<PendingRecord[]> {
    const waiting = { ...part, ...Promise.withResolvers<PendingRecord[]>() };
    this.#waiting.push(waiting);
    this.#records += part.records.length;
    if (!this.#isStarting && this.#hasRoom()) {
      this.#isStarting = true;
      // Batches that are made in the same turn of the event loop join it.
      queueMicrotask(() => {
        this.#isStarting = false;
        this.#start();
      });
    }
    return waiting.promise;
  }

  #hasRoom(): boolean {
    return this.#inFlight === 0 || (this.#inFlight === 1 && this.#records >= SECOND_AT);
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) void this.#send(this.#take());
  }

  #take(): Waiting[] {
    let taken = 0;
    let records = 0;
    for (const part of this.#waiting) {
      if (records >= MOST) break;
      records += part.records.length;
      taken++;
    }
    this.#records -= records;
    return this.#waiting.splice(0, taken);
  }

  async #send(parts: Waiting[]): Promise<void> {
    this.#inFlight++;
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, PATIENCE);
    await Promise.race([this.#write(parts), patience.promise]);
    clearTimeout(timer);
    this.#inFlight--;
    this.#start();
  }
}

/**
 * Where a shared statement failed for a reason that is known, each developer's records go alone: one may be why. They keep
 * their ids and claims, so that none could be written twice.
 */
async function writeParts(context: WriteContext, kind: LedgerKind, parts: Waiting[]): Promise<void> {
  try {
    const losers = new Set(await writeBatch(context, kind, parts));
    for (const { records, resolve } of parts) resolve(records.filter((record) => losers.has(record)));
  } catch (error) {
    // Alone they would fail likewise.
    if (parts.length === 1 || ['unknown', 'refused'].includes(classifyFailure(error))) {
      for (const { reject } of parts) reject(error);
      return;
    }
    const rest = parts.values();
    const work = async () => {
      for (const part of rest) await writeBatch(context, kind, [part]).then(part.resolve, part.reject);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, work));
  }
}
