import { LONGEST_TIMER } from '@outturn/transport';
import { type ErrorDetail, OutturnApiError, OutturnConnectionError, OutturnTimeoutError } from '../errors.ts';
import type { Send } from '../groups.ts';
import type { Output, RecordKind } from '../operations.ts';
import { isPassing, retrying } from '../retry.ts';
import { wait } from './wait.ts';

/**
 * A record that waits or is being sent. `text` is its JSON, and `acceptedAt` the time of `performance.now()` at which
 * it came.
 */
export type Entry = {
  text: string;
  acceptedAt: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

export type BatchQueueOptions = {
  send: Send;
  maxBatch: number;
  flushInterval: number;
  timeout: number | undefined;
  retries: number;
  /** Milliseconds without an answer after which a batch is given up: see `#ageOf`. */
  maxAge: number;
  /** Ends batches and retries under way. */
  signal: AbortSignal;
  /** Whether the page is hidden. It may be closed at any moment, so its requests must be able to outlive it. */
  isPageHidden(): boolean;
};

/**
 * Characters of a batch, of which each has at most three bytes: 900 KB, below the limit of 1 MiB of many proxies. On
 * a hidden page a batch has 15 KB at most, so that the queues of four kinds together fit the 64 KiB that browsers
 * allow for requests that outlive a page.
 */
const MAX_BATCH_LENGTH = 300_000;
const MAX_HIDDEN_BATCH_LENGTH = 5_000;

type Result = Output<`${RecordKind}.recordBatch`>['results'][number];

/**
 * Sends the records of one kind in order, one batch at a time. A batch goes out when it is full, when its first
 * record has waited for `flushInterval`, or when the caller flushes.
 *
 * A batch is repeated until the server has taken or refused each of its records, or until it is too old. The answer
 * has a result for each record: those that were taken or refused are settled, and only the others are sent again.
 */
export class BatchQueue {
  readonly #path: string;
  readonly #options: BatchQueueOptions;
  readonly #waiting: Entry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of waiting records, from the front, that are sent without waiting for a full batch. */
  #due = 0;
  /** Records that have come, and those that were taken, refused or given up, since the start. */
  #accepted = 0;
  #settled = 0;
  /** The batch that is under way. */
  #batch: Promise<void> | undefined;
  /** When the first batch since the last answer of the server was sent. Undefined if none was. */
  #unansweredSince: number | undefined;

  /** `path` is that of the kind. */
  constructor(path: string, options: BatchQueueOptions) {
    this.#path = `${path}/batch`;
    this.#options = options;
  }

  add(entry: Entry): void {
    this.#accepted++;
    this.#waiting.push(entry);
    this.#proceed();
  }

  /** Resolves when all entries accepted so far are settled. */
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

  /** Sends the next batch if it is due and none is pending. */
  #proceed(): void {
    if (this.#batch) return;
    if (this.#due === 0 && this.#waiting.length < this.#options.maxBatch) {
      this.#unansweredSince = undefined;
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
    // The timer must not keep a Node.js process alive, because `beforeExit` sends the remaining entries.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #take(): Entry[] {
    const longest = this.#options.isPageHidden() ? MAX_HIDDEN_BATCH_LENGTH : MAX_BATCH_LENGTH;
    let count = 0;
    let length = 0;
    for (const { text } of this.#waiting.slice(0, this.#options.maxBatch)) {
      length += text.length + ','.length;
      if (count > 0 && length > longest) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  /** Retries until every entry is settled. Never rejects. */
  async #send(batch: Entry[]): Promise<void> {
    let open = batch;
    let lastFailure: unknown;
    const end = new AbortController();
    // Sends what is left of the batch, and keeps the records that may be sent again. Throws their error for
    // `retrying`.
    const attempt = async () => {
      const { results, retryAfter } = await this.#exchange(open, end.signal);
      let failure: OutturnApiError | undefined;
      const sent = open;
      open = sent.filter((entry, index) => {
        const error = this.#settle(entry, results[index] as Result, retryAfter);
        failure ??= error;
        return error;
      });
      if (open.length < sent.length) this.#answered();
      if (failure) throw failure;
    };
    const { retries, maxAge, signal } = this.#options;
    const fail = (error: unknown) => {
      for (const entry of open) entry.reject(error);
    };
    const work = () =>
      retrying(attempt, {
        retries,
        signal: end.signal,
        longestWait: maxAge,
        onRetry: ({ error }) => {
          lastFailure = error;
        },
      }).catch((error: unknown) => {
        if (!isPassing(error)) this.#answered();
        fail(error);
      });
    const late = await wait(work, {
      signal,
      timeout: maxAge - this.#ageOf(batch),
      expired: () => new OutturnTimeoutError(`Not recorded within ${maxAge} ms`, { cause: lastFailure }),
    });
    if (!late) return;
    fail(late.reason);
    end.abort(late.reason);
  }

  #answered(): void {
    this.#unansweredSince = undefined;
  }

  /**
   * Milliseconds for which a batch has been without an answer, by which it is given up. A batch that had to wait
   * behind an unanswered one is as old as that one, but not older than its own youngest record.
   *
   * For example, with a `maxAge` of 300 s, a server that stops answering at 0 s and a full queue behind: at 300 s the
   * first batch is given up. The next one holds records that came before 0 s, so it is 300 s old and is given up at
   * once. A batch whose youngest record came at 250 s is 50 s old and is tried for 250 s more.
   */
  #ageOf(batch: Entry[]): number {
    const now = performance.now();
    this.#unansweredSince ??= now;
    return now - Math.max(this.#unansweredSince, batch.at(-1)?.acceptedAt ?? now);
  }

  /** Returns one result per entry. */
  async #exchange(
    entries: Entry[],
    signal: AbortSignal,
  ): Promise<{ results: Result[]; retryAfter: number | undefined }> {
    const { send, timeout, isPageHidden } = this.#options;
    const body = `[${entries.map(({ text }) => text).join(',')}]`;
    // Browsers refuse a longer body with `keepalive`.
    const keepalive = isPageHidden() && body.length <= MAX_HIDDEN_BATCH_LENGTH + '[]'.length;
    const request = { method: 'POST', path: this.#path, body, keepalive };
    // No retries here: the queue sends again, without the records that are settled.
    const answer = await send(request, { retries: 0, timeout, signal });
    const { results } = (answer.body ?? {}) as Partial<Output<`${RecordKind}.recordBatch`>>;
    if (results?.length === entries.length) return { results, retryAfter: answer.retryAfter };
    throw new OutturnConnectionError('The answer to a batch is not from Outturn');
  }

  /** Settles the entry, or returns a transient error that can be retried. */
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

/** An error as `OutturnApiError`. Results within a batch have no status of their own, so it follows from the code. */
function toApiError(
  error: { code: string; message: string; details?: ErrorDetail[] },
  path: string,
  retryAfter: number | undefined,
) {
  const status = { 'Rate Limit Exceeded': 429, 'Server Error': 500 }[error.code] ?? 400;
  return new OutturnApiError({ details: [], ...error, status, path, requestId: undefined, retryAfter });
}
