import { LONGEST_TIMER } from '@outturn/retry';
import { type ErrorDetail, OutturnApiError, OutturnConnectionError } from '../errors.ts';
import type { Send } from '../groups.ts';
import type { Output, RecordKind } from '../operations.ts';
import { isPassing, retrying } from '../retry.ts';

/** A record on its way: its JSON, and whom to tell what became of it. */
export type Entry = { text: string; resolve(result: unknown): void; reject(error: unknown): void };

export type LaneOptions = {
  send: Send;
  maxBatch: number;
  flushInterval: number;
  timeout: number | undefined;
  retries: number;
  /** Aborted when the recorder must not wait any longer. */
  signal: AbortSignal;
  /** Whether the page is hidden and may be gone soon, so that requests must outlive it. */
  isPageHidden(): boolean;
};

/**
 * Characters of a batch, at most three bytes each: 900 KB are less than the 1 MiB that many proxies let through, and
 * four lanes of 15 KB less than the 64 KiB that browsers let outlive a page.
 */
const LONGEST_BATCH = 300_000;
const LONGEST_HIDDEN_BATCH = 5_000;

type Result = Output<`${RecordKind}.recordBatch`>['results'][number];

/** Sends the records of one kind: one batch at a time, in their order. */
export class Lane {
  readonly #path: string;
  readonly #options: LaneOptions;
  readonly #waiting: Entry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many of those that wait go now, however few they are. */
  #due = 0;
  #accepted = 0;
  #settled = 0;
  /** The batch that is under way. */
  #batch: Promise<void> | undefined;

  constructor(kind: RecordKind, options: LaneOptions) {
    this.#path = `/v1/${kind}/batch`;
    this.#options = options;
  }

  add(entry: Entry): void {
    this.#accepted++;
    this.#waiting.push(entry);
    this.#proceed();
  }

  /** Sends everything accepted so far; resolves when all of it is settled. */
  async flush(): Promise<void> {
    const goal = this.#accepted;
    clearTimeout(this.#timer);
    this.#sendWaiting();
    while (this.#settled < goal) await this.#batch;
  }

  #sendWaiting(): void {
    this.#timer = undefined;
    this.#due = this.#waiting.length;
    this.#proceed();
  }

  /** Sends the next batch if one is due and none is under way. */
  #proceed(): void {
    if (this.#batch) return;
    if (this.#due === 0 && this.#waiting.length < this.#options.maxBatch) {
      this.#setTimer();
      return;
    }
    const batch = this.#take();
    this.#due = Math.max(0, this.#due - batch.length);
    this.#batch = this.#send(batch).then(() => {
      this.#settled += batch.length;
      this.#batch = undefined;
      this.#proceed();
    });
  }

  #setTimer(): void {
    if (this.#timer !== undefined || this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => this.#sendWaiting(), Math.min(this.#options.flushInterval, LONGEST_TIMER));
    // In Node.js, a process with nothing else to do need not wait: `beforeExit` sends what is left.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #take(): Entry[] {
    const longest = this.#options.isPageHidden() ? LONGEST_HIDDEN_BATCH : LONGEST_BATCH;
    let count = 0;
    let length = 0;
    for (const { text } of this.#waiting.slice(0, this.#options.maxBatch)) {
      length += text.length + ','.length;
      if (count > 0 && length > longest) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  /** Sends until every entry has met its fate. Never rejects. */
  async #send(batch: Entry[]): Promise<void> {
    let open = batch;
    const attempt = async () => {
      const { results, retryAfter } = await this.#exchange(open);
      let failure: OutturnApiError | undefined;
      open = open.filter((entry, index) => {
        const error = this.#settle(entry, results[index] as Result, retryAfter);
        failure ??= error;
        return error;
      });
      if (failure) throw failure;
    };
    const { retries, signal } = this.#options;
    await retrying(attempt, { retries, signal }).catch((error: unknown) => {
      for (const entry of open) entry.reject(error);
    });
  }

  /** The results of the entries, one for each, and how long to wait before any go again. */
  async #exchange(entries: Entry[]): Promise<{ results: Result[]; retryAfter: number | undefined }> {
    const { send, timeout, signal, isPageHidden } = this.#options;
    const body = `[${entries.map(({ text }) => text).join(',')}]`;
    // Browsers refuse a longer body that is to outlive its page.
    const keepalive = isPageHidden() && body.length <= LONGEST_HIDDEN_BATCH + '[]'.length;
    const request = { method: 'POST', path: this.#path, body, keepalive };
    // Retries are up to the lane: the entries that are settled do not go again.
    const answer = await send(request, { retries: 0, timeout, signal });
    const { results } = (answer.body ?? {}) as Partial<Output<`${RecordKind}.recordBatch`>>;
    if (results?.length === entries.length) return { results, retryAfter: answer.retryAfter };
    throw new OutturnConnectionError('The answer to a batch is not one of Outturn');
  }

  /** Tells the caller what became of the entry; the error if that is not known yet, because it may go again. */
  #settle(entry: Entry, result: Result, retryAfter: number | undefined): OutturnApiError | undefined {
    if (result.status !== 'rejected') {
      entry.resolve(result);
      return undefined;
    }
    const error = toApiError(result.error, `POST ${this.#path}`, retryAfter);
    if (isPassing(error)) return error;
    entry.reject(error);
    return undefined;
  }
}

/** The error of an item, as if the item had been sent alone. Its status is not part of the answer. */
function toApiError(
  error: { code: string; message: string; details?: ErrorDetail[] },
  path: string,
  retryAfter: number | undefined,
) {
  const status = { 'Rate Limit Exceeded': 429, 'Server Error': 500 }[error.code] ?? 400;
  const { code, message, details = [] } = error;
  return new OutturnApiError({
    code,
    message,
    status,
    path,
    details,
    requestId: undefined,
    retryAfter,
  });
}
