import { classifyFailure } from './failures.ts';
import type { LedgerKind, RecordTable } from './ledger-kind.ts';
import type { PendingRecord } from './pending-record.ts';
import { type Part, type WriteContext, writeBatch } from './write-batch.ts';

/** So many records are worth a statement of their own. */
const WHOLE = 16;
/** So many that wait are worth a second statement beside the one in flight. */
const SECOND_AT = 24;
/** At most about this many travel in one. */
const MOST = 500;
/** What waits goes after so many milliseconds, however many are in flight: one that hangs keeps nobody for long. */
const PATIENCE = 20;

type Losers = ReadonlySet<PendingRecord>;
type Waiting = Part & PromiseWithResolvers<Losers>;

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

  /** Like {@link writeBatch}; losers of others may be among what it returns. */
  write(kind: LedgerKind, part: Part): Promise<Losers> {
    const isAlone =
      part.records.length >= WHOLE ||
      // On Citus, developers are on different nodes.
      this.#context.database.isDistributed ||
      // A record that meets another with one of its two keys fails its statement, which is nobody else's business.
      part.records.some(({ naturalClaim }) => naturalClaim);
    return isAlone ? writeBatch(this.#context, kind, [part]) : this.#queueOf(kind).add(part);
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
  #timer: NodeJS.Timeout | undefined;

  /** `write` settles every part, and never rejects. */
  constructor(write: (parts: Waiting[]) => Promise<void>) {
    this.#write = write;
  }

  add(part: Part): Promise<Losers> {
    const waiting = { ...part, ...Promise.withResolvers<Losers>() };
    this.#waiting.push(waiting);
    this.#records += part.records.length;
    this.#timer ??= this.#patience();
    if (!this.#isStarting && this.#hasRoom()) {
      this.#isStarting = true;
      // Batches that are made in the same turn of the event loop join it.
      queueMicrotask(() => {
        this.#isStarting = false;
        if (this.#waiting.length > 0 && this.#hasRoom()) void this.#send();
      });
    }
    return waiting.promise;
  }

  #patience(): NodeJS.Timeout {
    return setTimeout(() => void this.#send(), PATIENCE);
  }

  #hasRoom(): boolean {
    return this.#inFlight === 0 || (this.#inFlight === 1 && this.#records >= SECOND_AT);
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

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const parts = this.#take();
    this.#timer = this.#waiting.length > 0 ? this.#patience() : undefined;
    this.#inFlight++;
    await this.#write(parts);
    this.#inFlight--;
    if (this.#waiting.length > 0 && this.#hasRoom()) void this.#send();
  }
}

async function writeParts(context: WriteContext, kind: LedgerKind, parts: Waiting[]): Promise<void> {
  try {
    const losers = await writeBatch(context, kind, parts);
    for (const { resolve } of parts) resolve(losers);
  } catch (error) {
    const isTheirs = parts.length > 1 && classifyFailure(error) === 'poison';
    for (const part of parts) {
      // Whose row it is, each finds out alone.
      if (isTheirs) writeBatch(context, kind, [part]).then(part.resolve, part.reject);
      else part.reject(error);
    }
  }
}
