// For compilers without this library, also in the generated types.
/// <reference lib="esnext.disposable" preserve="true" />
import { newIdempotencyKey, pause } from '@outturn/retry';
import { OutturnError, OutturnQueueFullError } from '../errors.ts';
import { type RecordRow, recordTable, type Send, toBody } from '../groups.ts';
import type { BatchItem, RecordKind, RecordOf } from '../operations.ts';
import { BatchQueue, type Entry } from './batch-queue.ts';
import { onHiddenPage, onIdleProcess } from './on-exit.ts';

export type RecorderOptions = {
  /** Records per request, 1 to 1,000. Default: 500. */
  maxBatch?: number | undefined;
  /** Maximum milliseconds that a record waits for a full batch. Default: 1,000. */
  flushInterval?: number | undefined;
  /** Maximum number of unsettled records. Default: 10,000. */
  maxQueue?: number | undefined;
  /** Retries of a batch. Default: 10, which take up to a minute plus `Retry-After`. */
  retries?: number | undefined;
  /** Milliseconds per attempt. Default: the client's. */
  timeout?: number | undefined;
  /** Called for every record that is not known to be recorded. Default: `console.error`. */
  onError?: ((failure: RecorderFailure) => void) | undefined;
};

/** `replayed` means that the idempotency key was used before. */
export type Recorded<Kind extends RecordKind> = { status: 'created' | 'replayed'; record: RecordOf<Kind> };

/**
 * A record that is not known to be recorded; if its answer was lost, it may have been. `item` includes its idempotency key, so
 * that recording it again is safe.
 */
export type RecorderFailure = {
  [Kind in RecordKind]: { kind: Kind; item: BatchItem<Kind>; error: unknown };
}[RecordKind];

/** Memory budget in characters of JSON. */
const MAX_QUEUE_LENGTH = 16_000_000;

/**
 * Records in the background in batches of up to `maxBatch` records or after `flushInterval`, one request per kind at a time, in
 * order. Each record has an idempotency key, so that retries are safe.
 *
 * A failed record calls `onError` and rejects its promise; ignored promises cause no unhandled rejections.
 *
 * Waiting records are sent before a process exits by itself, and, as far as browsers allow, when a page is left. Call `close()`
 * before `process.exit()` and on signals.
 */
export class Recorder {
  readonly #kinds: Readonly<Record<string, RecordRow>>;
  readonly #newQueue: (path: string) => BatchQueue;
  readonly #queues = new Map<RecordKind, BatchQueue>();
  readonly #maxQueue: number;
  readonly #onError: (failure: RecorderFailure) => void;
  readonly #end = new AbortController();
  readonly #unlisten: () => void;
  #isClosed = false;
  #isPageHidden = false;
  /** Number and characters of unsettled records. */
  #count = 0;
  #length = 0;
  /** Places reserved by {@link ready}, so that concurrent producers do not use the same place. */
  #reserved = 0;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    send: Send,
    options: RecorderOptions,
    kinds: Readonly<Record<string, RecordRow>> = recordTable,
  ) {
    const { maxBatch = 500, flushInterval = 1_000, maxQueue = 10_000, retries = 10, timeout } = options;
    if (!(maxBatch >= 1 && maxBatch <= 1_000)) throw new RangeError('maxBatch must be 1 to 1,000');
    if (!(maxQueue >= 1)) throw new RangeError('maxQueue must be 1 or more');
    this.#kinds = kinds;
    this.#newQueue = (path) =>
      new BatchQueue(path, {
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
    const complete = withKeyAndTime(this.#rowOf(kind)?.[2], item);
    let text: string | undefined;
    const promise = new Promise<Recorded<Kind>>((resolve, reject) => {
      text = toBody(`${kind}.record`, complete);
      this.#accept(kind, { text, resolve, reject });
    });
    promise.catch((error: unknown) => {
      const sent = text === undefined ? complete : JSON.parse(text);
      this.#onError({ kind, item: sent, error } as RecorderFailure);
    });
    return promise;
  }

  /** Back-pressure: resolves when a record will be accepted, and reserves its place until the caller continues. */
  async ready(): Promise<void> {
    while (this.#isFull && !this.#isClosed) await pause(5);
    this.#reserved++;
    // Releases unused reservations.
    this.#expiry ??= setTimeout(() => {
      this.#expiry = undefined;
      this.#reserved = 0;
    });
  }

  /** Sends all accepted records. Resolves when each is recorded or reported as failed. */
  async flush(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.flush()));
  }

  /**
   * Refuses further records and flushes. Resolves when each record is recorded or reported as failed. Aborting `signal` fails
   * the remaining records with its reason.
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
    return this.#count + this.#reserved >= this.#maxQueue || this.#length >= MAX_QUEUE_LENGTH;
  }

  #rowOf(kind: string): RecordRow | undefined {
    return Object.hasOwn(this.#kinds, kind) ? this.#kinds[kind] : undefined;
  }

  #queueOf(kind: RecordKind): BatchQueue {
    const existing = this.#queues.get(kind);
    if (existing) return existing;
    const row = this.#rowOf(kind);
    if (!row) throw new TypeError(`Unknown kind of records: ${kind}`);
    const queue = this.#newQueue(row[0]);
    this.#queues.set(kind, queue);
    return queue;
  }

  #accept(kind: RecordKind, { text, resolve, reject }: Entry): void {
    if (this.#isClosed) throw new OutturnError('The recorder is closed');
    if (this.#reserved > 0) this.#reserved--;
    else if (this.#isFull)
      throw new OutturnQueueFullError(
        `The queue is full: ${this.#count} records are waiting or being sent. Await ready() before recording more`,
      );
    const release = () => {
      this.#count--;
      this.#length -= text.length;
    };
    this.#queueOf(kind).add({
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
    // Waiting for a full batch would block the producers.
    if (this.#isFull) this.flush();
  }
}

/** Adds no time under the caller's key, because the same key with another time would be refused. */
function withKeyAndTime(time: string | undefined, item: BatchItem<RecordKind>): unknown {
  if (item.idempotencyKey != null) return item;
  const stamp = time && { [time]: (item as object as Record<string, unknown>)[time] ?? new Date() };
  return { ...item, ...stamp, idempotencyKey: newIdempotencyKey() };
}
