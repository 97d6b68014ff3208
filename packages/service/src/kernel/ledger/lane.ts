import { OutturnError } from '../errors.ts';

/** At most this many rows travel in one statement. */
const MAX_BATCH = 500;

/** Something waiting to be written. Rows that share a claim never travel together: the later one must see the first. */
export type LaneItem<T> = {
  row: T;
  claims: readonly string[];
  settle: { resolve: () => void; reject: (error: unknown) => void };
};

/**
 * Group commit for one developer and kind: one statement in flight, and whatever arrives meanwhile travels together in
 * the next. There are no timers: an idle lane writes at once. Rejects with `Rate Limit Exceeded` when `capacity` rows
 * are waiting already.
 */
export class Lane<T> {
  readonly #write: (rows: T[]) => Promise<void>;
  readonly #capacity: number;
  readonly #onIdle: () => void;
  #waiting: LaneItem<T>[] = [];
  #isRunning = false;

  constructor(options: { write: (rows: T[]) => Promise<void>; capacity: number; onIdle: () => void }) {
    this.#write = options.write;
    this.#capacity = options.capacity;
    this.#onIdle = options.onIdle;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /** Resolves when the row is settled by `write`, which learns each row's fate for itself. */
  add(row: T, claims: readonly string[]): Promise<void> {
    if (this.#waiting.length >= this.#capacity) {
      const message = 'Too many records are waiting to be written for this account. Retry after a second.';
      return Promise.reject(new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, claims, settle: { resolve, reject } });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Requests that were parsed in the same turn of the event loop join the first statement.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      try {
        await this.#write(batch.map(({ row }) => row));
        for (const { settle } of batch) settle.resolve();
      } catch (error) {
        for (const { settle } of batch) settle.reject(error);
      }
    }
    this.#isRunning = false;
    this.#onIdle();
  }

  #take(): LaneItem<T>[] {
    const batch: LaneItem<T>[] = [];
    const later: LaneItem<T>[] = [];
    const taken = new Set<string>();
    for (const item of this.#waiting) {
      const fits = batch.length < MAX_BATCH && !item.claims.some((claim) => taken.has(claim));
      (fits ? batch : later).push(item);
      // Also those that wait: a third row with the same claim must not overtake the second.
      for (const claim of item.claims) taken.add(claim);
    }
    this.#waiting = later;
    return batch;
  }
}
