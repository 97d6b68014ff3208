// For compilers that are not told of it, here and in the types that are made of this.
/// <reference lib="esnext.disposable" preserve="true" />
import { newIdempotencyKey, pause } from '@outturn/retry';
import { OutturnError, OutturnQueueFullError } from '../errors.ts';
import { isRecordKind, type Send, timeOf } from '../groups.ts';
import type { BatchItem, RecordKind, RecordOf } from '../operations.ts';
import { type Entry, Lane } from './lane.ts';
import { onHiddenPage, onIdleProcess } from './on-exit.ts';

export type RecorderOptions = {
  /** Records per request, 1 to 1,000. 500 unless told otherwise. */
  maxBatch?: number | undefined;
  /** Milliseconds that a record waits for company before it is sent. 1,000 unless told otherwise. */
  flushInterval?: number | undefined;
  /** How many records may be on their way. 10,000 unless told otherwise. */
  maxQueue?: number | undefined;
  /** How often a batch is tried again. 10 unless told otherwise, which takes up to a minute or as the API asks. */
  retries?: number | undefined;
  /** Milliseconds that one attempt may take, instead of the client's. */
  timeout?: number | undefined;
  /** Told of every record that is not known to be recorded. Writes to `console.error` unless told otherwise. */
  onError?: ((failure: RecorderFailure) => void) | undefined;
};

/** What became of a record: `replayed` if its idempotency key had recorded it before. */
export type Recorded<Kind extends RecordKind> = { status: 'created' | 'replayed'; record: RecordOf<Kind> };

/**
 * A record that is not known to be recorded, and why. Where an answer was lost it may have been recorded all the same.
 * `item` is as it was sent, idempotency key included: recording it once more never doubles it.
 */
export type RecorderFailure = {
  [Kind in RecordKind]: { kind: Kind; item: BatchItem<Kind>; error: unknown };
}[RecordKind];

/** Characters of JSON that may be on their way. */
const LARGEST_QUEUE = 16_000_000;

/**
 * Records in the background, in batches: up to `maxBatch` records or after `flushInterval`, one request per kind at a
 * time, in order. Every record has an idempotency key of its own, so that no retry doubles one.
 *
 * Nothing is lost in silence. A record that cannot be recorded is told to `onError`, and its promise rejects; promises
 * that nobody looks at are no unhandled rejections.
 *
 * What is waiting is sent before a process ends by itself, and, as far as browsers let it, when a page is left. A process
 * that ends by a signal or `process.exit()` calls `close()` first.
 */
export class Recorder {
  readonly #newLane: (kind: RecordKind) => Lane;
  readonly #lanes = new Map<RecordKind, Lane>();
  readonly #maxQueue: number;
  readonly #onError: (failure: RecorderFailure) => void;
  readonly #end = new AbortController();
  readonly #unlisten: () => void;
  #isClosed = false;
  #isPageHidden = false;
  /** Accepted and not settled: how many, and their characters. */
  #count = 0;
  #length = 0;
  /** Places that {@link ready} has promised: those who wait together must not all find the same one. */
  #promised = 0;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(send: Send, options: RecorderOptions) {
    const { maxBatch = 500, flushInterval = 1_000, maxQueue = 10_000, retries = 10, timeout } = options;
    if (!(maxBatch >= 1 && maxBatch <= 1_000)) throw new RangeError('maxBatch must be 1 to 1,000');
    if (!(maxQueue >= 1)) throw new RangeError('maxQueue must be 1 or more');
    this.#newLane = (kind) =>
      new Lane(kind, {
        send,
        maxBatch,
        flushInterval,
        timeout,
        retries,
        signal: this.#end.signal,
        isPageHidden: () => this.#isPageHidden,
      });
    this.#maxQueue = maxQueue;
    this.#onError = options.onError ?? ((failure) => console.error('Outturn did not record', failure));
    const listening = [
      onIdleProcess(() => this.flush()),
      onHiddenPage((isHidden) => {
        this.#isPageHidden = isHidden;
        if (isHidden) this.flush();
      }),
    ];
    this.#unlisten = () => {
      for (const unlisten of listening) unlisten();
    };
  }

  /**
   * Accepts a record, and resolves when it is recorded. Rejects with
   *
   * - {@link OutturnApiError} or {@link OutturnConnectionError}: it was refused, or the API failed for too long;
   * - {@link OutturnQueueFullError}: it was not accepted, because `maxQueue` records (or 16 million characters) are on
   *   their way: wait for {@link ready} before recording more;
   * - {@link OutturnError}: it was not accepted, because the recorder is closed.
   *
   * An outcome, goal or event without a time was made now. The item may be changed afterwards: what is sent is what it
   * was.
   */
  record<Kind extends RecordKind>(kind: Kind, item: BatchItem<Kind>): Promise<Recorded<Kind>> {
    const complete = withKeyAndTime(kind, item);
    let text: string | undefined;
    const promise = new Promise<Recorded<Kind>>((resolve, reject) => {
      text = JSON.stringify(complete);
      this.#accept(kind, { text, resolve, reject });
    });
    promise.catch((error: unknown) => {
      const sent = text === undefined ? complete : JSON.parse(text);
      this.#onError({ kind, item: sent, error } as RecorderFailure);
    });
    return promise;
  }

  /** Resolves as soon as a record would be accepted, and keeps that place free until the caller has gone on. */
  async ready(): Promise<void> {
    while (this.#isFull && !this.#isClosed) await pause(5);
    this.#promised++;
    // Places that nobody took by then are free again.
    this.#expiry ??= setTimeout(() => {
      this.#expiry = undefined;
      this.#promised = 0;
    });
  }

  /** Sends everything accepted so far. Resolves when it is recorded or reported as failed. */
  async flush(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.flush()));
  }

  /**
   * Accepts nothing any more, and sends what is waiting. Resolves when all of it is recorded or reported as failed. Once
   * `signal` is aborted, what is left fails with the reason of the signal.
   */
  async close({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#isClosed = true;
    const abort = () => this.#end.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    await this.flush();
    signal?.removeEventListener('abort', abort);
    this.#unlisten();
  }

  /** `await using recorder = outturn.recorder()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #isFull(): boolean {
    return this.#count + this.#promised >= this.#maxQueue || this.#length >= LARGEST_QUEUE;
  }

  #laneOf(kind: RecordKind): Lane {
    const existing = this.#lanes.get(kind);
    if (existing) return existing;
    if (!isRecordKind(kind)) throw new TypeError(`There is no kind of records called ${kind}`);
    const lane = this.#newLane(kind);
    this.#lanes.set(kind, lane);
    return lane;
  }

  #accept(kind: RecordKind, { text, resolve, reject }: Entry): void {
    if (this.#isClosed) throw new OutturnError('The recorder is closed');
    if (this.#promised > 0) this.#promised--;
    else if (this.#isFull) throw new OutturnQueueFullError(`${this.#count} records are on their way already`);
    const release = () => {
      this.#count--;
      this.#length -= text.length;
    };
    this.#laneOf(kind).add({
      text,
      resolve: (result) => {
        release();
        resolve(result);
      },
      reject: (error) => {
        release();
        reject(error);
      },
    });
    this.#count++;
    this.#length += text.length;
    // Waiting for company would keep the producers waiting.
    if (this.#isFull) this.flush();
  }
}

/** Under a key of the caller's own, the record stays as it is: the same key with another time would be refused. */
function withKeyAndTime(kind: RecordKind, item: BatchItem<RecordKind>): unknown {
  if (item.idempotencyKey != null) return item;
  const time = timeOf(kind);
  const stamp = time && { [time]: (item as Record<string, unknown>)[time] ?? new Date() };
  return { ...item, ...stamp, idempotencyKey: newIdempotencyKey() };
}
