import { setTimeout as sleep } from 'node:timers/promises';
import { OutturnError } from '../base/errors.ts';
import { type Observer, type TraceStep, traced } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import type { RollupFolder } from '../rollups/rollup-folder.ts';
import { classifyFailure } from './failures.ts';
import { Lane } from './lane.ts';
import { Room } from './memory-budget.ts';
import type { PendingRecord } from './pending-record.ts';
import { readRecords } from './read-records.ts';
import { settleFromClaims, settleLike } from './replay.ts';
import { SharedStatements } from './shared-statements.ts';

/** Rows of usual size that may wait per developer and kind before callers are told to slow down. */
const LANE_CAPACITY = 20_000;
/**
 * The same for all developers together, with what is under way. Such a row takes 5 to 7 KB, so that all of them fit into the
 * heap of 512 MB that Node.js allows itself in a container of 1 GiB.
 */
const PROCESS_CAPACITY = 50_000;
/** How long a batch is retried while the database is away or busy, in milliseconds. */
const RETRY_FOR = 5_000;
/** The same for a batch that has waited that long already. */
const RETRY_AT_LEAST = 1_000;

type LedgerContext = {
  database: Database;
  dimensions: Dimensions;
  /** Told after records of a developer may have been committed. */
  onCommit: (developerId: string) => void;
  observer: Observer;
  /** Told how many records were noted for the rollups; says when to wait. */
  folder: RollupFolder;
};

/** Appends facts, each exactly once: the only writer of the record tables. */
export class Ledger {
  readonly #context: LedgerContext;
  readonly #lanes = new Map<string, Lane<PendingRecord>>();
  readonly #statements: SharedStatements;
  readonly #room = new Room(PROCESS_CAPACITY);
  #starts: (() => void)[] = [];

  constructor(context: LedgerContext) {
    this.#context = context;
    this.#statements = new SharedStatements(context);
  }

  /**
   * Writes or replays records and leaves the outcome with each; what was written is committed when this resolves.
   * Rejects only when there is no room, writing nothing.
   */
  write(kind: LedgerKind, developerId: string, records: readonly PendingRecord[]): Promise<void> {
    return records.length > 0 ? this.#lane(kind, developerId).add(records) : Promise.resolve();
  }

  /** How many records of each kind wait for their statement. */
  queued(): Record<string, number> {
    const queued: Record<string, number> = {};
    for (const [key, { depth }] of this.#lanes) {
      const [kind = ''] = key.split(':');
      queued[kind] = (queued[kind] ?? 0) + depth;
    }
    return queued;
  }

  /** Resolves once nothing is waiting or in flight. */
  async drain(): Promise<void> {
    while (this.#lanes.size > 0) await sleep(5);
  }

  #lane(kind: LedgerKind, developerId: string): Lane<PendingRecord> {
    const key = `${kind.table}:${developerId}`;
    const existing = this.#lanes.get(key);
    if (existing) return existing;
    const lane = new Lane<PendingRecord>({
      capacity: LANE_CAPACITY,
      room: this.#room,
      write: (batch) => this.#settle(kind, developerId, batch),
      settleLike,
      onIdle: () => this.#lanes.delete(key),
      afterTurn: (start) => this.#startTogether(start),
    });
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Lanes that start at the end of the same turn of the event loop do so at once, so that they may share a statement. */
  #startTogether(start: () => void): void {
    this.#starts.push(start);
    if (this.#starts.length > 1) return;
    setImmediate(() => {
      const starts = this.#starts;
      this.#starts = [];
      for (const start of starts) start();
    });
  }

  /** Brings every record of a batch to its fate, and tells of what was created; never throws. */
  async #settle(kind: LedgerKind, developerId: string, batch: PendingRecord[]): Promise<void> {
    const { folder, onCommit } = this.#context;
    await folder.roomFor(developerId);
    await this.#decide(kind, developerId, batch);
    onCommit(developerId);
    folder.noted(developerId, createdOf(batch));
  }

  /** Brings every record of a batch, or of a part of one, to its fate; never throws. */
  async #decide(kind: LedgerKind, developerId: string, batch: PendingRecord[]): Promise<void> {
    const { observer } = this.#context;
    const work = () => this.#write(kind, developerId, batch);
    try {
      await (observer.tracing ? traced(observer, stepOf(kind, batch), work) : work());
    } catch (error) {
      for (const record of batch) record.written ??= { kind: 'failed', error };
    }
  }

  /** Writes a batch through conflicts, lost connections and bad rows. Throws when the database stays away. */
  async #write(kind: LedgerKind, developerId: string, batch: PendingRecord[]): Promise<void> {
    // From when the oldest of them came, so that nobody behind a full queue waits for several outages' time.
    const oldest = Math.min(...batch.map((record) => record.queuedAt));
    let deadline = Math.max(oldest + RETRY_FOR, Date.now() + RETRY_AT_LEAST);
    let wasSilent = false;
    let open = batch;
    // Records with two claims are looked up first, so that the statement only ever sees both free or both taken.
    let lookUp = batch.some((record) => record.claim && record.naturalClaim);
    let isUncertain = false;
    let lost: { error: unknown } | undefined;
    for (let attempt = 0; open.length > 0; ) {
      const began = Date.now();
      try {
        if (isUncertain) open = await this.#settleWritten(kind, developerId, open);
        if (lookUp) open = await settleFromClaims(this.#context.database, kind, developerId, open);
        isUncertain = false;
        if (open.length > 0) open = await this.#statements.write(kind, { developerId, records: open });
        // What is still open lost its claim; the original is read by a statement of its own.
        lookUp = true;
      } catch (error) {
        const failure = classifyFailure(error);
        if (failure === 'poison') return this.#isolate(kind, developerId, open, error);
        // Once an answer was lost, a record may be written, and being told of a busy service would deny that.
        if (failure === 'unknown' && !(error instanceof OutturnError)) {
          lost ??= { error };
          // A connection that fell silent has used up the time; on a new one it may be settled at once.
          if (!wasSilent && Date.now() - began > RETRY_FOR) {
            wasSilent = true;
            deadline = Math.max(deadline, Date.now() + RETRY_AT_LEAST);
          }
        }
        if (failure === 'broken' || Date.now() > deadline)
          throw lost && error instanceof OutturnError ? lost.error : error;
        open = open.filter((record) => !record.written);
        this.#context.observer.onRetry?.(kind.table, failure);
        lookUp = true;
        isUncertain = true;
        await sleep(Math.min(20 * 2 ** attempt++, 500) * (0.5 + Math.random()));
      }
    }
  }

  /** After a failure of unknown effect: settles the records that are there, and returns the others. */
  async #settleWritten(
    kind: LedgerKind,
    developerId: string,
    records: PendingRecord[],
  ): Promise<PendingRecord[]> {
    const ids = records.map((record) => record.id);
    const written = await readRecords(this.#context.database, kind, developerId, ids);
    for (const record of records) {
      const text = written.get(record.id);
      if (text !== undefined) record.written = { kind: 'created', text };
    }
    return records.filter((record) => !record.written);
  }

  /** One bad row never fails its neighbours: halves are tried until it stands alone. */
  async #isolate(
    kind: LedgerKind,
    developerId: string,
    batch: PendingRecord[],
    error: unknown,
  ): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      only.written = { kind: 'failed', error };
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#decide(kind, developerId, batch.slice(0, middle));
    await this.#decide(kind, developerId, batch.slice(middle));
  }
}

/** What failed is noted nowhere: counted all the same, an outage would have recording wait for folds of nothing. */
function createdOf(batch: readonly PendingRecord[]): number {
  return batch.reduce((count, { written }) => (written?.kind === 'created' ? count + 1 : count), 0);
}

/** A batch is part of no request: it is linked to all whose records it writes. */
function stepOf(kind: LedgerKind, batch: readonly PendingRecord[]): TraceStep {
  const links = [...new Set(batch.map(({ trace }) => trace))];
  return { name: `ledger ${kind.table}`, attributes: { 'outturn.batch.records': batch.length }, links };
}
