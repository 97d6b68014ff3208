import { OutturnError } from './errors.ts';

/** Total milliseconds that a call may wait. Clients time out later, and questions before it end sooner. */
const MAX_WAIT = 25_000;

/** `until` compares with `performance.now()`. */
export type WaitLimit = { until: number; gone?: (() => AbortSignal) | undefined };

export function newWaitLimit(gone?: () => AbortSignal): WaitLimit {
  return { until: performance.now() + MAX_WAIT, gone };
}

/** First in, first out. `refusal` answers callers beyond `max` and those that time out. */
export class WaitingQueue {
  readonly #max: number;
  readonly #refusal: () => OutturnError;
  readonly #waiting = new Set<() => void>();

  constructor(max: number, refusal: () => OutturnError) {
    this.#max = max;
    this.#refusal = refusal;
  }

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

  /** Releases the first caller; false if there is none. */
  next(): boolean {
    const [first] = this.#waiting;
    first?.();
    return first !== undefined;
  }
}

/** No client receives this error. */
export function callerLeft(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'The caller did not wait for the answer.' });
}
