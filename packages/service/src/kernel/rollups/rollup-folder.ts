import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { FOLDED_AT_ONCE, findUnfolded, foldRollups } from './rollup-deltas.ts';

/** So many records in notes of one developer are folded at once. */
const FOLD_AT = FOLDED_AT_ONCE / 2;
/** Fewer are folded after so long, in milliseconds: questions read them meanwhile. */
const FOLD_EVERY = 10_000;
/** How often to look for what other gateways have left behind, in milliseconds. */
const SWEEP_EVERY = 300_000;
/** Past so many records of one developer, recording waits for folding, so long at most for each statement. */
const MOST = 2 * FOLDED_AT_ONCE;
const PATIENCE = 5_000;
/** So many developers are folded at the same time, so that one whose rollups are locked keeps no other waiting. */
const AT_ONCE = 3;
/** How long the last folds of a process may take altogether, in milliseconds. */
const LAST_FOLDS = 3_000;

/** Folds what this process notes into the rollups: mostly one developer after the other, so that it takes little of the database. */
export class RollupFolder {
  readonly #database: Database;
  /** How many records of each developer were noted and not folded. */
  readonly #noted = new Map<string, number>();
  /** Developers who wait for a fold, and those who are in one. */
  readonly #due = new Set<string>();
  readonly #inFold = new Set<string>();
  readonly #work = new Set<Promise<void>>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  readonly #folding: NodeJS.Timeout;
  readonly #sweeping: NodeJS.Timeout;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
    this.#folding = setInterval(() => this.#foldThese([...this.#noted.keys()]), FOLD_EVERY).unref();
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_EVERY).unref();
    void this.#sweep();
  }

  /** How many records were noted here and not folded. */
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
      // What fails is left to the next time; nobody waits for a database that is away.
      const folded = await this.#fold(developerId).catch(() => 0);
      this.#inFold.delete(developerId);
      if (folded >= FOLDED_AT_ONCE) this.#due.add(developerId);
      this.#waiting.get(developerId)?.resolve();
      this.#waiting.delete(developerId);
    }
  }

  async #fold(developerId: string): Promise<number> {
    const before = this.#noted.get(developerId) ?? 0;
    const folded = await foldRollups(this.#database, developerId);
    // Fewer than it may take are all that there were, however many replays were counted with them.
    const gone = folded < FOLDED_AT_ONCE ? before : folded;
    const left = Math.max(0, (this.#noted.get(developerId) ?? 0) - gone);
    if (left > 0) this.#noted.set(developerId, left);
    else this.#noted.delete(developerId);
    return folded;
  }
}
