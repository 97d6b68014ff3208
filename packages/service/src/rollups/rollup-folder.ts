import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { FOLDED_AT_ONCE, findUnfolded, foldRollups } from './rollup-deltas.ts';

/** Records of a developer that start a fold. */
const FOLD_AT = FOLDED_AT_ONCE / 2;
/** Interval for fewer records, in milliseconds. */
const FOLD_INTERVAL = 10_000;
/** Interval of sweeps for deltas of crashed gateways, in milliseconds. */
const SWEEP_INTERVAL = 300_000;
/** Unfolded records of a developer past which recording waits for a fold, until this timeout in milliseconds. */
const MAX_UNFOLDED = FOLDED_AT_ONCE;
const BACK_PRESSURE_TIMEOUT = 5_000;
/** Retry delay while another gateway folds, in milliseconds. */
const NEXT_FOLD_DELAY = 50;
/** Minimum between reported failures, in milliseconds. */
const LOG_INTERVAL = 60_000;
/** Locked rollups of a developer must not block others. */
const MAX_CONCURRENT_FOLDS = 3;
/** Timeout at shutdown, in milliseconds. */
const CLOSE_TIMEOUT = 3_000;

/** Folds at most three developers at once, to spare the database. A worker goes on until no developer is due. */
export class RollupFolder {
  readonly #database: Database;
  readonly #onFailure: (error: unknown) => void;
  /** Per developer, as far as known. */
  readonly #unfolded = new Map<string, number>();
  readonly #due = new Set<string>();
  readonly #folding = new Set<string>();
  readonly #workers = new Set<Promise<void>>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  readonly #foldTimer: NodeJS.Timeout;
  readonly #sweepTimer: NodeJS.Timeout;
  #isClosed = false;
  #silentUntil = 0;

  constructor(database: Database, onFailure: (error: unknown) => void = () => undefined) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#foldTimer = setInterval(() => this.#foldThese([...this.#unfolded.keys()]), FOLD_INTERVAL).unref();
    this.#sweepTimer = setInterval(() => void this.#sweep(), SWEEP_INTERVAL).unref();
    void this.#sweep();
  }

  get depth(): number {
    return this.#unfolded.values().reduce((sum, records) => sum + records, 0);
  }

  addUnfolded(developerId: string, records: number): void {
    if (records === 0) return;
    const all = (this.#unfolded.get(developerId) ?? 0) + records;
    this.#unfolded.set(developerId, all);
    if (all >= FOLD_AT) this.#foldThese([developerId]);
  }

  /**
   * Undefined if there is room. Otherwise resolves once there is, or after the timeout: locked rollups only slow
   * recording.
   */
  backPressure(developerId: string): Promise<void> | undefined {
    if ((this.#unfolded.get(developerId) ?? 0) <= MAX_UNFOLDED) return undefined;
    const waiting = this.#waiting.get(developerId) ?? Promise.withResolvers<void>();
    this.#waiting.set(developerId, waiting);
    this.#foldThese([developerId]);
    return Promise.race([waiting.promise, sleep(BACK_PRESSURE_TIMEOUT, undefined, { ref: false })]);
  }

  /** Folds all deltas, so that questions after a restart need not add them. The next start folds what the timeout leaves. */
  async close(): Promise<void> {
    clearInterval(this.#foldTimer);
    clearInterval(this.#sweepTimer);
    // Own deltas first: the sweep fails while a Citus worker is unavailable.
    this.#foldThese([...this.#unfolded.keys()]);
    const rest = async () => {
      await this.#sweep();
      await Promise.all(this.#workers);
    };
    await Promise.race([rest(), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    this.#isClosed = true;
  }

  async #sweep(): Promise<void> {
    this.#foldThese(await findUnfolded(this.#database).catch(() => []));
  }

  #foldThese(developerIds: readonly string[]): void {
    for (const developerId of developerIds) this.#due.add(developerId);
    // Running workers take developers that become due.
    if (this.#workers.size >= MAX_CONCURRENT_FOLDS) return;
    const worker = this.#foldDue().finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  async #foldDue(): Promise<void> {
    for (const developerId of this.#due) {
      // It stays due, and the worker that folds it visits it again afterwards.
      if (this.#folding.has(developerId)) continue;
      if (this.#isClosed) return;
      this.#due.delete(developerId);
      this.#folding.add(developerId);
      await this.#fold(developerId);
      this.#folding.delete(developerId);
    }
  }

  async #fold(developerId: string): Promise<void> {
    const before = this.#unfolded.get(developerId) ?? 0;
    try {
      const { folded, left } = await foldRollups(this.#database, developerId);
      // The database's count includes other gateways.
      const unfolded = left + (this.#unfolded.get(developerId) ?? 0) - before;
      if (unfolded > 0) this.#unfolded.set(developerId, unfolded);
      else this.#unfolded.delete(developerId);
      if (unfolded <= MAX_UNFOLDED) this.#release(developerId);
      if (folded >= FOLDED_AT_ONCE) this.#due.add(developerId);
      // A fold skips deltas that another gateway has locked.
      else if (unfolded > MAX_UNFOLDED)
        setTimeout(() => this.#foldThese([developerId]), NEXT_FOLD_DELAY).unref();
    } catch (error) {
      if (Date.now() < this.#silentUntil) return;
      this.#silentUntil = Date.now() + LOG_INTERVAL;
      this.#onFailure(error);
    }
  }

  #release(developerId: string): void {
    this.#waiting.get(developerId)?.resolve();
    this.#waiting.delete(developerId);
  }
}
