import { OutturnError } from './errors.ts';

/**
 * How long a question waits, all lines that it stands in together, in milliseconds: longer than those before it may take, and
 * shorter than clients wait for an answer.
 */
const PATIENCE = 25_000;

/** Of somebody who waits: until when, by `performance.now()`, and what tells that the answer is wanted no longer. */
export type Patience = { until: number; gone?: (() => AbortSignal) | undefined };

export function newPatience(gone?: () => AbortSignal): Patience {
  return { until: performance.now() + PATIENCE, gone };
}

/** Those who wait for the same, in the order of arrival. Who leaves, or is no longer patient, frees the place. */
export class WaitingLine {
  readonly #most: number;
  readonly #refusal: () => OutturnError;
  readonly #waiting = new Set<() => void>();

  /** At most so many wait; `refusal` is what others are told, and those who have waited too long. */
  constructor(most: number, refusal: () => OutturnError) {
    this.#most = most;
    this.#refusal = refusal;
  }

  /** Resolves when it is the caller's turn. */
  async wait({ until, gone }: Patience): Promise<void> {
    if (this.#waiting.size >= this.#most) throw this.#refusal();
    const signal = gone?.();
    if (signal?.aborted) throw hasLeft();
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#waiting.delete(proceed);
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const proceed = () => end(resolve);
      const leave = () => end(() => reject(hasLeft()));
      const timer = setTimeout(() => end(() => reject(this.#refusal())), until - performance.now());
      signal?.addEventListener('abort', leave);
      this.#waiting.add(proceed);
    });
  }

  /** Lets the first go on; false where nobody waits. */
  next(): boolean {
    const [first] = this.#waiting;
    first?.();
    return first !== undefined;
  }
}

/** Nobody reads it: it is for what is under way for them. */
export function hasLeft(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'The caller did not wait for the answer.' });
}
