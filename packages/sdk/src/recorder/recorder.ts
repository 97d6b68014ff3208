// For compilers without this library, also in the generated types.
/// <reference lib="esnext.disposable" preserve="true" />
import { newIdempotencyKey, pause } from '@outturn/transport';
import { OutturnError, OutturnQueueFullError } from '../errors.ts';
import { type Place, placeOf, type Send, toBody } from '../groups.ts';
import type { BatchItem, RecordKind, RecordOf } from '../operations.ts';
import { BatchQueue, type Entry } from './batch-queue.ts';
import { OutturnUnrecordedError, type RecorderCounts } from './counts.ts';
import { LossReporter, type RecorderFailure } from './loss-reporter.ts';
import { onHiddenPage, onProcess } from './on-exit.ts';
import { Unsettled } from './unsettled.ts';
import { type FlushOptions, wait } from './wait.ts';

export type RecorderOptions = {
  /** Records per request, 1 to 1,000. Default: 500. */
  maxBatch?: number | undefined;
  /** Maximum milliseconds that a record waits for a full batch. Default: 1,000. */
  flushInterval?: number | undefined;
  /** Maximum number of unsettled records. Default: 10,000. */
  maxQueue?: number | undefined;
  /** Retries of a batch. Default: as many as `maxAge` allows. */
  retries?: number | undefined;
  /**
   * Milliseconds without an answer after which a batch is given up. They count from when the server stopped answering, but
   * not from before the youngest record of the batch was accepted. Default: 300,000.
   */
  maxAge?: number | undefined;
  /** Milliseconds per attempt. Default: the client's. */
  timeout?: number | undefined;
  /** Called for every record that is not known to be recorded. Its errors are printed. Default: `console.error`. */
  onError?: ((failure: RecorderFailure) => void) | undefined;
};

/** `replayed` means that the idempotency key was used before. */
export type Recorded<Kind extends RecordKind> = { status: 'created' | 'replayed'; record: RecordOf<Kind> };

/** Characters of JSON that all unsettled records of a recorder may take. */
const MAX_QUEUE_LENGTH = 16_000_000;

/**
 * Records in the background in batches of up to `maxBatch` records or after `flushInterval`, one request per kind at a time, in
 * order. Each record has an idempotency key, so that retries are safe.
 *
 * A failed record calls `onError` and rejects its promise; ignored promises cause no unhandled rejections.
 *
 * Waiting records are sent before a process exits by itself, and, as far as browsers allow, when a page is left. On
 * `process.exit()` and uncaught exceptions, `onError` gets what is unsettled. Call `close()` first, and on signals and before
 * `worker.terminate()`, which run no handlers.
 */
export class Recorder {
  readonly #placeOf: (kind: string) => Place | undefined;
  readonly #newQueue: (path: string) => BatchQueue;
  readonly #queues = new Map<RecordKind, BatchQueue>();
  readonly #maxQueue: number;
  readonly #losses: LossReporter;
  readonly #end = new AbortController();
  readonly #unlisten: () => void;
  #isClosed = false;
  #isPageHidden = false;
  readonly #unsettled = new Unsettled();
  /** The counts at the end of the last flush, from which the next one counts. */
  #flushed: RecorderCounts = { recorded: 0, lost: 0 };
  /**
   * Places that {@link ready} has reserved. Several producers may await it at the same time; each reserves a place,
   * so that they do not all continue because of the same free one.
   */
  #reserved = 0;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(send: Send, options: RecorderOptions, place = placeOf) {
    const { maxBatch = 500, flushInterval = 1_000, maxQueue = 10_000, maxAge = 300_000 } = options;
    const { retries = Number.POSITIVE_INFINITY, timeout } = options;
    if (!(maxBatch >= 1 && maxBatch <= 1_000)) throw new RangeError('maxBatch must be 1 to 1,000');
    if (!(maxQueue >= 1)) throw new RangeError('maxQueue must be 1 or more');
    if (!(maxAge > 0)) throw new RangeError('maxAge must be more than 0');
    this.#placeOf = place;
    this.#newQueue = (path) =>
      new BatchQueue(path, {
        send,
        maxBatch,
        flushInterval,
        timeout,
        retries,
        maxAge,
        signal: this.#end.signal,
        isPageHidden: () => this.#isPageHidden,
      });
    this.#maxQueue = maxQueue;
    this.#losses = new LossReporter(options.onError);
    const listening = [
      onProcess('beforeExit', () => this.#sendAll()),
      onProcess('exit', () => {
        // `onError` may try to record the lost records again, which cannot be sent any more.
        this.#isClosed = true;
        this.#unsettled.loseAll(new OutturnError('The process ended before the answer'));
      }),
      onHiddenPage((isHidden) => {
        this.#isPageHidden = isHidden;
        if (isHidden) this.#sendAll();
      }),
    ];
    this.#unlisten = () => {
      for (const unlisten of listening) unlisten();
    };
  }

  /**
   * Resolves when the record is recorded. Rejects with
   *
   * - {@link OutturnApiError} or {@link OutturnConnectionError}: the API refused it or failed for too long;
   * - {@link OutturnAmountError}: an amount is NaN, infinite or too large;
   * - {@link OutturnQueueFullError}: `maxQueue` records or 16 million characters are unsettled; await {@link ready} first;
   * - {@link OutturnError}: the recorder is closed.
   *
   * A record without its optional time gets the current time. The item is copied, so you can change it afterwards.
   */
  record<Kind extends RecordKind>(kind: Kind, item: BatchItem<Kind>): Promise<Recorded<Kind>> {
    let complete: unknown = item;
    let text: string | undefined;
    const failure = (error: unknown) => {
      const sent = text === undefined ? complete : JSON.parse(text);
      return { kind, item: sent, error } as RecorderFailure;
    };
    const promise = new Promise<Recorded<Kind>>((resolve, reject) => {
      const lose = (error: unknown) => {
        this.#losses.report(failure(error));
        reject(error);
      };
      try {
        complete = withKeyAndTime(this.#placeOf(kind)?.[1], item);
        text = toBody(`${kind}.record`, complete);
        this.#accept(kind, { text, acceptedAt: performance.now(), resolve, reject: lose });
      } catch (error) {
        this.#unsettled.countLoss(error);
        this.#losses.reportRefused(failure(error));
        reject(error);
      }
    });
    return handled(promise);
  }

  /**
   * Back-pressure: resolves when there is room for a record, and reserves its place until the caller continues. Await it
   * before every record: a record without it may take a place that another caller has reserved.
   */
  async ready(): Promise<void> {
    while (this.#isFull && !this.#isClosed) await pause(5);
    this.#reserved++;
    // A producer records directly after `ready` or not at all, so reservations that were not used are withdrawn in
    // the next turn of the event loop.
    this.#expiry ??= setTimeout(() => {
      this.#expiry = undefined;
      this.#reserved = 0;
    });
  }

  /**
   * Sends all accepted records. Resolves with the counts since the last flush when all are recorded. Rejects with
   * {@link OutturnUnrecordedError} if records were lost since then, or are not acknowledged in time; the recorder goes on trying
   * those. Flushes that overlap count the same records. You need not look at the promise.
   */
  flush(options: FlushOptions = {}): Promise<RecorderCounts> {
    return handled(this.#flush(options));
  }

  /**
   * Refuses further records and flushes. Records that are not acknowledged in time fail with the reason of `signal`, or with
   * {@link OutturnTimeoutError}. Resolves or rejects like {@link flush}.
   */
  close(options: FlushOptions = {}): Promise<RecorderCounts> {
    this.#isClosed = true;
    const closing = this.#flush(options, (reason) => {
      this.#unsettled.loseAll(reason);
      this.#end.abort(reason);
    });
    return handled(closing.finally(() => this.#unlisten()));
  }

  /** `await using recorder = outturn.recorder()` closes it at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #flush(options: FlushOptions, giveUp?: (reason: unknown) => void): Promise<RecorderCounts> {
    const before = this.#flushed;
    const sending = this.#sendAll();
    const late = await wait(() => sending, options);
    if (late) giveUp?.(late.reason);
    const { counts, size, lastError } = this.#unsettled;
    this.#flushed = counts;
    const recorded = counts.recorded - before.recorded;
    const lost = counts.lost - before.lost;
    const pending = late ? size : 0;
    if (lost + pending === 0) return { recorded, lost };
    const cause = late && pending > 0 ? late.reason : lastError;
    throw new OutturnUnrecordedError({ recorded, lost, pending }, cause);
  }

  async #sendAll(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.flush()));
  }

  get #isFull(): boolean {
    return (
      this.#unsettled.size + this.#reserved >= this.#maxQueue || this.#unsettled.length >= MAX_QUEUE_LENGTH
    );
  }

  #queueOf(kind: RecordKind): BatchQueue {
    const existing = this.#queues.get(kind);
    if (existing) return existing;
    const place = this.#placeOf(kind);
    if (!place) throw new TypeError(`Unknown kind of records: ${kind}`);
    const queue = this.#newQueue(place[0]);
    this.#queues.set(kind, queue);
    return queue;
  }

  #accept(kind: RecordKind, entry: Entry): void {
    if (this.#isClosed) throw new OutturnError('The recorder is closed');
    if (this.#reserved > 0) this.#reserved--;
    else if (this.#isFull)
      throw new OutturnQueueFullError(
        `The queue is full: ${this.#unsettled.size} records are waiting or being sent. Await ready() before recording more`,
      );
    const queue = this.#queueOf(kind);
    queue.add(this.#unsettled.add(entry));
    // The queue is full before the batch is. Without this, the producers would wait until `flushInterval` is over.
    if (this.#isFull) this.#sendAll();
  }
}

/**
 * A caller may ignore the promise. Its rejection must not end the process, because each loss is reported to
 * `onError`.
 */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * Adds an idempotency key and the time of now where the caller has given neither. With a key of the caller it adds no
 * time: the same key with another time is another request, and would be refused.
 */
function withKeyAndTime(time: string | undefined, item: BatchItem<RecordKind>): unknown {
  if (item.idempotencyKey != null) return item;
  const stamp = time && { [time]: (item as object as Record<string, unknown>)[time] ?? new Date() };
  return { ...item, ...stamp, idempotencyKey: newIdempotencyKey() };
}
