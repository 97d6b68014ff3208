import { OutturnError } from './errors.ts';

/**
 * Milliseconds that one call may wait in all queues together. It is less than the timeout of clients, so that they
 * get an answer, and more than a question may take.
 */
const MAX_WAIT = 25_000;

/**
 * How long a call may still wait, across all queues that it passes: until a time of `performance.now()`, or until its
 * caller has `gone`.
 */
export type WaitLimit = { until: number; gone?: (() => AbortSignal) | undefined };

export function newWaitLimit(gone?: () => AbortSignal): WaitLimit {
  return { until: performance.now() + MAX_WAIT, gone };
}

/**
 * Callers that wait for a place, first in, first out. Those beyond `max`, and those whose time is over, get the error
 * of `refusal`.
 */
export class WaitingQueue {
  readonly #max: number;
  readonly #refusal: () => OutturnError;
  readonly #waiting = new Set<() => void>();

  constructor(max: number, refusal: () => OutturnError) {
    this.#max = max;
    this.#refusal = refusal;
  }

  /** Resolves when `next` releases this caller. */
  async wait({ until, gone }: WaitLimit): Promise<void> {
    if (this.#waiting.size >= this.#max) throw this.#refusal();
    const signal = gone?.();
    if (signal?.aborted) throw callerLeft();
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#waiting.delete(proceed);
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const proceed = () => end(resolve);
      const leave = () => end(() => reject(callerLeft()));
      const timer = setTimeout(() => end(() => reject(this.#refusal())), until - performance.now());
      signal?.addEventListener('abort', leave);
      this.#waiting.add(proceed);
    });
  }

  /** Releases the first caller. Returns false if none waits. */
  next(): boolean {
    const [first] = this.#waiting;
    first?.();
    return first !== undefined;
  }
}

/** Ends the work for a caller that has disconnected. No client receives this error. */
export function callerLeft(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'The caller did not wait for the answer.' });
}
