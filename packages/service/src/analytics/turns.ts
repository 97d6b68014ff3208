import { OutturnError } from '../base/errors.ts';
import { newPatience, WaitingLine } from '../base/waiting-queue.ts';

/** As many as one waits for patiently where each takes some milliseconds. */
const MOST_WAITING = 1_000;

/** Lets everyone do a few things at a time, so that the many of one never keep those of others waiting. */
export class Turns {
  readonly #most: number;
  /** Who has turns, how many, and what waits for the next. */
  readonly #lines = new Map<string, { taken: number; waiting: WaitingLine }>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Does the work when it is its turn, in the order of arrival. Rejects with `Rate Limit Exceeded` when that takes too long,
   * or too much is waiting.
   */
  async take<T>(who: string, work: () => Promise<T>, patience = newPatience()): Promise<T> {
    const line = this.#lines.get(who) ?? { taken: 0, waiting: new WaitingLine(MOST_WAITING, tooMany) };
    this.#lines.set(who, line);
    if (line.taken < this.#most) line.taken++;
    else await line.waiting.wait(patience);
    try {
      return await work();
    } finally {
      if (!line.waiting.next() && --line.taken === 0) this.#lines.delete(who);
    }
  }
}

function tooMany(): OutturnError {
  const message = 'Too many questions of this account are waiting to be answered. Retry after 5 seconds.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 5 });
}
