import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { FOLDED_AT_ONCE, findUnfolded, foldRollups } from './rollup-deltas.ts';

/** So many records in notes of one developer are folded at once. */
const FOLD_AT = FOLDED_AT_ONCE / 2;
/** Fewer are folded after so long, in milliseconds: questions read them meanwhile. */
const FOLD_EVERY = 10_000;
/** How often to look for what other gateways have left behind, in milliseconds. */
const SWEEP_EVERY = 300_000;
/** Past so many records of one developer, recording waits for folding, so long at most for each statement. */
const MOST = FOLDED_AT_ONCE;
const PATIENCE = 5_000;
/** When to look again for what others were folding, in milliseconds. */
const SOON = 50;
/** Failures are told so rarely, in milliseconds: there may be one for every statement. */
const TELL_EVERY = 60_000;
/** So many developers are folded at the same time, so that one whose rollups are locked keeps no other waiting. */
const AT_ONCE = 3;
/** How long the last folds of a process may take altogether, in milliseconds. */
const LAST_FOLDS = 3_000;

/** Folds what this process notes into the rollups: mostly one developer after the other, so that it takes little of the database. */
export class RollupFolder {
  readonly #database: Database;
  readonly #onFailure: (error: unknown) => void;
  /** How many records of each developer are noted and not folded, as far as is known here. */
  readonly #noted = new Map<string, number>();
  /** Developers who wait for a fold, and those who are in one. */
  readonly #due = new Set<string>();
  readonly #inFold = new Set<string>();
  readonly #work = new Set<Promise<void>>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  readonly #folding: NodeJS.Timeout;
  readonly #sweeping: NodeJS.Timeout;
  #isClosed = false;
  #silentUntil = 0;

  constructor(database: Database, onFailure: (error: unknown) => void = () => undefined) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#folding = setInterval(() => this.#foldThese([...this.#noted.keys()]), FOLD_EVERY).unref();
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_EVERY).unref();
    void this.#sweep();
  }

  /** How many records are noted and not folded, of developers who record here. */
  get depth(): number {
    return this.#noted.values().reduce((sum, records) => sum + records, 0);
  }

  /** Tells that about so many records of a developer were noted. */
  noted(developerId: string, records: number): void {
    const all = (this.#noted.get(developerId) ?? 0) + records;
    this.#noted.set(developerId, all);
    if (all >= FOLD_AT) this.#foldThese([developerId]);
  }

  /** What to wait for before more of a developer is noted; undefined, almost always, when there is room. */
  roomFor(developerId: string): Promise<void> | undefined {
    if ((this.#noted.get(developerId) ?? 0) <= MOST) return undefined;
    const waiting = this.#waiting.get(developerId) ?? Promise.withResolvers<void>();
    this.#waiting.set(developerId, waiting);
    this.#foldThese([developerId]);
    return Promise.race([waiting.promise, sleep(PATIENCE, undefined, { ref: false })]);
  }

  /**
   * Leaves nothing noted behind, so that also a version of Outturn that knows no notes could go on. Where it takes too long
   * or fails, whoever starts next folds the rest; until then it is exact as it is.
   */
  async close(): Promise<void> {
    clearInterval(this.#folding);
    clearInterval(this.#sweeping);
    // Its own also where others cannot be asked for, such as beside a worker of Citus that is away.
    this.#foldThese([...this.#noted.keys()]);
    const rest = async () => {
      await this.#sweep();
      await Promise.all(this.#work);
    };
    await Promise.race([rest(), sleep(LAST_FOLDS, undefined, { ref: false })]);
    this.#isClosed = true;
  }

  async #sweep(): Promise<void> {
    this.#foldThese(await findUnfolded(this.#database).catch(() => []));
  }

  #foldThese(developerIds: readonly string[]): void {
    for (const developerId of developerIds) this.#due.add(developerId);
    if (this.#work.size >= AT_ONCE) return;
    const work = this.#foldDue().finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  async #foldDue(): Promise<void> {
    for (const developerId of this.#due) {
      // Whoever folds it sees that it is due once more.
      if (this.#inFold.has(developerId)) continue;
      if (this.#isClosed) return;
      this.#due.delete(developerId);
      this.#inFold.add(developerId);
      await this.#fold(developerId);
      this.#inFold.delete(developerId);
    }
  }

  /** Folds once, and sees to it that what is left is folded too. Never throws. */
  async #fold(developerId: string): Promise<void> {
    const before = this.#noted.get(developerId) ?? 0;
    try {
      const { folded, left } = await foldRollups(this.#database, developerId);
      // What was counted here is corrected by what is there, from other gateways as well.
      const noted = left + (this.#noted.get(developerId) ?? 0) - before;
      if (noted > 0) this.#noted.set(developerId, noted);
      else this.#noted.delete(developerId);
      if (noted <= MOST) this.#release(developerId);
      if (folded >= FOLDED_AT_ONCE) this.#due.add(developerId);
      // Others are folding it.
      else if (noted > MOST) setTimeout(() => this.#foldThese([developerId]), SOON).unref();
    } catch (error) {
      // Left to the next time.
      if (Date.now() < this.#silentUntil) return;
      this.#silentUntil = Date.now() + TELL_EVERY;
      this.#onFailure(error);
    }
  }

  #release(developerId: string): void {
    this.#waiting.get(developerId)?.resolve();
    this.#waiting.delete(developerId);
  }
}
