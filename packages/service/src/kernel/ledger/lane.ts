import { OutturnError } from '../errors.ts';

/** At most this many rows travel in one statement. */
const MAX_BATCH = 500;

/** A row that waits to be written. Rows that share a claim never travel together: the later must see the first. */
export type Claiming = { readonly claims: readonly string[] };

/** Rows that were added together; their caller hears once, when the last of them is settled. */
type Group = { left: number; resolve: () => void };

type LaneOptions<Row> = {
  /** Settles every row of a batch, and leaves the outcome with the rows; never rejects. */
  write: (rows: Row[]) => Promise<void>;
  /** How many rows may wait. */
  capacity: number;
  onIdle: () => void;
};

/**
 * Group commit for one developer and kind: one statement in flight, and whatever arrives meanwhile travels together in
 * the next. There are no timers: an idle lane writes at once.
 */
export class Lane<Row extends Claiming> {
  readonly #options: LaneOptions<Row>;
  #waiting: { row: Row; group: Group }[] = [];
  #isRunning = false;

  constructor(options: LaneOptions<Row>) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /** Resolves when all rows are settled. Rejects with `Rate Limit Exceeded`, adding none, when too many are waiting. */
  add(rows: readonly Row[]): Promise<void> {
    if (this.#waiting.length + rows.length > this.#options.capacity) {
      const message = 'Too many records are waiting to be written for this account. Retry after a second.';
      return Promise.reject(new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 }));
    }
    return new Promise((resolve) => {
      const group = { left: rows.length, resolve };
      for (const row of rows) this.#waiting.push({ row, group });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Requests that were parsed in the same turn of the event loop join the first statement.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      await this.#options.write(batch.map(({ row }) => row));
      for (const { group } of batch) {
        group.left--;
        if (group.left === 0) group.resolve();
      }
    }
    this.#isRunning = false;
    this.#options.onIdle();
  }

  #take(): { row: Row; group: Group }[] {
    const batch: { row: Row; group: Group }[] = [];
    const deferred: { row: Row; group: Group }[] = [];
    const taken = new Set<string>();
    let next = 0;
    while (batch.length < MAX_BATCH && next < this.#waiting.length) {
      const item = this.#waiting[next++] as { row: Row; group: Group };
      const { claims } = item.row;
      (claims.some((claim) => taken.has(claim)) ? deferred : batch).push(item);
      // Also those that are deferred: a third row with the same claim must not overtake the second.
      for (const claim of claims) taken.add(claim);
    }
    this.#waiting = [...deferred, ...this.#waiting.slice(next)];
    return batch;
  }
}
