import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryBudget } from '../base/memory-budget.ts';
import type { Observer } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { RollupFolder } from '../rollups/rollup-folder.ts';
import { type CommitContext, commitBatch } from './commit-batch.ts';
import { GroupCommit } from './group-commit.ts';
import type { PendingRecord, Written } from './pending-record.ts';
import { settleLike } from './resolve-claims.ts';
import { SharedStatements } from './shared-statements.ts';

/** Waiting rows per developer and kind, in weight. */
const QUEUE_CAPACITY = 20_000;
/** Memory budget, in rows of 5 to 7 KB, for the 512 MB heap of a 1 GiB container. */
const PROCESS_CAPACITY = 50_000;

type LedgerContext = {
  database: Database;
  dimensions: DimensionCache;
  /** Also called after failures, which may have committed. */
  onCommit: (developerId: string) => void;
  observer: Observer;
  folder: RollupFolder;
};

type Queue = GroupCommit<PendingRecord, Written>;

/** The only writer of record tables; writes each fact once. */
export class Ledger {
  readonly #context: LedgerContext & CommitContext;
  readonly #queues = new Map<string, Queue>();
  readonly #budget = new MemoryBudget(PROCESS_CAPACITY);
  #starts: (() => void)[] = [];

  constructor(context: LedgerContext) {
    this.#context = { ...context, statements: new SharedStatements(context) };
  }

  /** One result per record, in order, after commit. Rejects only when full, writing nothing. */
  record(kind: RecordKind, developerId: string, records: readonly PendingRecord[]): Promise<Written[]> {
    if (records.length === 0) return Promise.resolve([]);
    const key = `${kind.name}:${developerId}`;
    const queue = this.#queues.get(key) ?? this.#newQueue(key, kind, developerId);
    const written = queue.enqueue(records);
    // A queue that refused its first records holds none, and would never call `onIdle`.
    if (queue.depth > 0) this.#queues.set(key, queue);
    return written;
  }

  /** By kind. */
  queued(): Record<string, number> {
    const queued: Record<string, number> = {};
    for (const [key, { depth }] of this.#queues) {
      const [kind = ''] = key.split(':');
      queued[kind] = (queued[kind] ?? 0) + depth;
    }
    return queued;
  }

  async drain(): Promise<void> {
    while (this.#queues.size > 0) await sleep(5);
  }

  #newQueue(key: string, kind: RecordKind, developerId: string): Queue {
    return new GroupCommit({
      send: (batch) => this.#commit(kind, developerId, batch),
      settleLike,
      capacity: QUEUE_CAPACITY,
      budget: this.#budget,
      schedule: (start) => this.#startTogether(start),
      onIdle: () => this.#queues.delete(key),
    });
  }

  /** Starts queues of one event loop turn together, to share a statement. */
  #startTogether(start: () => void): void {
    this.#starts.push(start);
    if (this.#starts.length > 1) return;
    setImmediate(() => {
      const starts = this.#starts;
      this.#starts = [];
      for (const start of starts) start();
    });
  }

  /** Never rejects. */
  async #commit(kind: RecordKind, developerId: string, batch: readonly PendingRecord[]): Promise<Written[]> {
    const { folder, onCommit } = this.#context;
    await folder.backPressure(developerId);
    const written = await commitBatch(this.#context, kind, developerId, batch);
    onCommit(developerId);
    // Counting failures would make recording wait for empty folds.
    folder.addUnfolded(developerId, written.filter((one) => one.kind === 'created').length);
    return written;
  }
}
