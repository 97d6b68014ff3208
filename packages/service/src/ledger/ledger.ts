import { setTimeout as sleep } from 'node:timers/promises';
import type { Observer } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import type { RollupFolder } from '../rollups/rollup-folder.ts';
import { type CommitContext, commitBatch } from './commit-batch.ts';
import { GroupCommit } from './group-commit.ts';
import { Room } from './memory-budget.ts';
import type { PendingRecord, Written } from './pending-record.ts';
import { settleLike } from './resolve-claims.ts';
import { SharedStatements } from './shared-statements.ts';

/** Rows of usual size that may wait per developer and kind before callers are told to slow down. */
const QUEUE_CAPACITY = 20_000;
/**
 * The same for all developers together, with what is under way. Such a row takes 5 to 7 KB, so that all of them fit into the
 * heap of 512 MB that Node.js allows itself in a container of 1 GiB.
 */
const PROCESS_CAPACITY = 50_000;

type LedgerContext = {
  database: Database;
  dimensions: Dimensions;
  /** Told after records of a developer may have been committed. */
  onCommit: (developerId: string) => void;
  observer: Observer;
  /** Told how many records were noted for the rollups; says when to wait. */
  folder: RollupFolder;
};

type Queue = GroupCommit<PendingRecord, Written>;

/** Appends facts, each exactly once: the only writer of the record tables. */
export class Ledger {
  readonly #context: LedgerContext & CommitContext;
  readonly #queues = new Map<string, Queue>();
  readonly #room = new Room(PROCESS_CAPACITY);
  #starts: (() => void)[] = [];

  constructor(context: LedgerContext) {
    this.#context = { ...context, statements: new SharedStatements(context) };
  }

  /**
   * Writes or replays records. Resolves to what became of each, in their order, when what was written is committed. Rejects
   * only when there is no room, writing nothing.
   */
  record(kind: LedgerKind, developerId: string, records: readonly PendingRecord[]): Promise<Written[]> {
    return records.length > 0 ? this.#queueOf(kind, developerId).enqueue(records) : Promise.resolve([]);
  }

  /** How many records of each kind wait for their statement. */
  queued(): Record<string, number> {
    const queued: Record<string, number> = {};
    for (const [key, { depth }] of this.#queues) {
      const [kind = ''] = key.split(':');
      queued[kind] = (queued[kind] ?? 0) + depth;
    }
    return queued;
  }

  /** Resolves once nothing is waiting or in flight. */
  async drain(): Promise<void> {
    while (this.#queues.size > 0) await sleep(5);
  }

  #queueOf(kind: LedgerKind, developerId: string): Queue {
    const key = `${kind.table}:${developerId}`;
    const existing = this.#queues.get(key);
    if (existing) return existing;
    const queue: Queue = new GroupCommit({
      send: (batch) => this.#commit(kind, developerId, batch),
      settleLike,
      capacity: QUEUE_CAPACITY,
      room: this.#room,
      schedule: (start) => this.#startTogether(start),
      onIdle: () => this.#queues.delete(key),
    });
    this.#queues.set(key, queue);
    return queue;
  }

  /** Queues that start at the end of the same turn of the event loop do so at once, so that they may share a statement. */
  #startTogether(start: () => void): void {
    this.#starts.push(start);
    if (this.#starts.length > 1) return;
    setImmediate(() => {
      const starts = this.#starts;
      this.#starts = [];
      for (const start of starts) start();
    });
  }

  /** Commits a batch, and tells of what was created; never rejects. */
  async #commit(kind: LedgerKind, developerId: string, batch: readonly PendingRecord[]): Promise<Written[]> {
    const { folder, onCommit } = this.#context;
    await folder.roomFor(developerId);
    const written = await commitBatch(this.#context, kind, developerId, batch);
    onCommit(developerId);
    // What failed is noted nowhere: counted all the same, an outage would have recording wait for folds of nothing.
    folder.noted(developerId, written.filter((one) => one.kind === 'created').length);
    return written;
  }
}
