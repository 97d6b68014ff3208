import { backoff, pause } from '@outturn/retry';

/** Milliseconds: when to give up, and the shortest and longest pause between two attempts. */
type PatienceLimits = { giveUpAfter: number; firstPause: number; longestPause: number };

const defaults: PatienceLimits = { giveUpAfter: 120_000, firstPause: 250, longestPause: 10_000 };

/** Decides how long failures are waited out. Shared by all requests of an import: progress of one is progress. */
export class Patience {
  readonly #limits: PatienceLimits;
  readonly #onFailure: (failure: string | undefined) => void;
  #troubleSince: number | undefined;

  /** `onFailure` is told what the import is waiting for, and undefined once it goes on. */
  constructor(onFailure: (failure: string | undefined) => void, limits: Partial<PatienceLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
    this.#onFailure = onFailure;
  }

  /** Something was recorded or rejected for good. */
  progressed(): void {
    if (this.#troubleSince !== undefined) this.#onFailure(undefined);
    this.#troubleSince = undefined;
  }

  /**
   * Pauses before the next attempt: exponentially longer, with jitter so that requests do not return all at once, and
   * no shorter than the server asks for. Throws when that would take longer without progress than makes sense.
   */
  async wait(
    attempt: number,
    { failure, retryAfter = 0 }: { failure: string; retryAfter?: number | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const { giveUpAfter, firstPause, longestPause } = this.#limits;
    const now = Date.now();
    this.#troubleSince ??= now;
    // A timer takes what is not a number for no time at all.
    const total =
      backoff(attempt + 1, { first: firstPause, longest: longestPause }) +
      (Number.isNaN(retryAfter) ? 0 : Math.max(0, retryAfter));
    if (retryAfter > giveUpAfter) {
      throw new Error(`Gave up: the server asks to wait ${Math.ceil(retryAfter / 1000)} s (${failure}).`);
    }
    if (now + total - this.#troubleSince > giveUpAfter) {
      throw new Error(`Gave up after ${giveUpAfter / 1000} s without progress: ${failure}.`);
    }
    this.#onFailure(failure);
    await pause(total, signal);
  }
}
