import { setTimeout as sleep } from 'node:timers/promises';
import { BatchQueue } from '../base/batch-queue.ts';
import { OutturnError } from '../base/errors.ts';
import { MemoryBudget } from '../base/memory-budget.ts';
import type { Observer } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { RollupFolder } from '../rollups/rollup-folder.ts';
import { type CommitContext, commitBatch } from './commit-batch.ts';
import type { PendingRecord, Written } from './pending-record.ts';
import { settleLike } from './resolve-reservations.ts';
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

type Queue = BatchQueue<PendingRecord, Written>;

/**
 * The only writer of record tables. Writes each record exactly once. A record passes these stages:
 *
 * 1. `record` puts it into the queue of its developer and kind, or refuses it when too many wait.
 * 2. The queue collects a batch while the previous one is written (`base/batch-queue.ts`).
 * 3. `#commit` waits if the developer has too many unfolded deltas (`rollups/rollup-folder.ts`).
 * 4. `commitBatch` repeats the next steps until each record of the batch is written, replayed, refused or failed.
 * 5. `resolveReservations` finds the originals of records whose keys are taken.
 * 6. `SharedStatements` sends a large batch at once. It collects small ones of several developers in a second queue.
 * 7. `sendStatement` sends one statement (`recording-statement.ts`), which writes all records whose keys are free.
 * 8. `#commit` tells followers and the folder. The queue settles the repeats that it has passed over like their
 *    originals, and answers.
 */
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
    return new BatchQueue({
      send: (batch) => this.#commit(kind, developerId, batch),
      settleLike,
      limits: { capacity: QUEUE_CAPACITY, budget: this.#budget, refusal },
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

function refusal(full: 'queue' | 'budget'): OutturnError {
  const whose = full === 'queue' ? 'for this account' : 'by the service, for all accounts';
  const message = `Too many records are waiting to be written ${whose}. Retry after a second.`;
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}
