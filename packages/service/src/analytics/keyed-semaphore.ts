import { OutturnError } from '../base/errors.ts';
import { newWaitLimit, WaitingQueue } from '../base/waiting-queue.ts';

/** Works of some milliseconds each end before the wait limit. */
const MAX_WAITING = 1_000;

/** Runs at most `limit` works of each key at once, so that no key delays another. */
export class KeyedSemaphore {
  readonly #limit: number;
  readonly #keys = new Map<string, { running: number; waiting: WaitingQueue }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Rejects with `Rate Limit Exceeded` past the wait limit, and when too many wait. */
  async run<T>(key: string, work: () => Promise<T>, waitLimit = newWaitLimit()): Promise<T> {
    const entry = this.#keys.get(key) ?? { running: 0, waiting: new WaitingQueue(MAX_WAITING, tooMany) };
    this.#keys.set(key, entry);
    if (entry.running < this.#limit) entry.running++;
    else await entry.waiting.wait(waitLimit);
    try {
      return await work();
    } finally {
      if (!entry.waiting.next() && --entry.running === 0) this.#keys.delete(key);
    }
  }
}

function tooMany(): OutturnError {
  const message = 'Too many questions of this account are waiting to be answered. Retry after 5 seconds.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 5 });
}
