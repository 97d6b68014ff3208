import { OutturnError } from './errors.ts';
import { newWaitLimit, WaitingQueue } from './waiting-queue.ts';

/** Works that may wait for one key. If each takes some milliseconds, so many are done within the wait limit. */
const MAX_WAITING = 1_000;

/**
 * Runs at most `limit` works of each key at once, so that no key delays another: for example two questions of each
 * developer.
 */
export class KeyedSemaphore {
  readonly #limit: number;
  readonly #refusal: () => OutturnError;
  readonly #keys = new Map<string, { running: number; waiting: WaitingQueue }>();

  /** `refusal` is for works that would wait too long. */
  constructor(limit: number, refusal = tooManyQuestions) {
    this.#limit = limit;
    this.#refusal = refusal;
  }

  /** Rejects with `Rate Limit Exceeded` if the work would wait longer than `waitLimit`, or behind too many others. */
  async withPermit<T>(key: string, work: () => Promise<T>, waitLimit = newWaitLimit()): Promise<T> {
    const entry = this.#keys.get(key) ?? {
      running: 0,
      waiting: new WaitingQueue(MAX_WAITING, this.#refusal),
    };
    this.#keys.set(key, entry);
    if (entry.running < this.#limit) entry.running++;
    else await entry.waiting.wait(waitLimit);
    try {
      return await work();
    } finally {
      // A place that becomes free goes to the first that waits, so `running` stays the same.
      if (!entry.waiting.next() && --entry.running === 0) this.#keys.delete(key);
    }
  }
}

function tooManyQuestions(): OutturnError {
  const message = 'Too many questions of this account are waiting to be answered. Retry after 5 seconds.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 5 });
}
