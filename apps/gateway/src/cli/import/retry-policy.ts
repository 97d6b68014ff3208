import { backoff, pause } from '@outturn/retry';

/** In milliseconds. `giveUpAfter` counts from the last progress. */
type RetryLimits = { giveUpAfter: number; firstPause: number; longestPause: number };

const defaults: RetryLimits = { giveUpAfter: 120_000, firstPause: 250, longestPause: 10_000 };

/** Shared by all requests of an import: progress of one resets the deadline of all. */
export class RetryPolicy {
  readonly #limits: RetryLimits;
  readonly #onFailure: (failure: string | undefined) => void;
  #failingSince: number | undefined;

  /** `onFailure` receives the failure before each pause, and undefined after progress. */
  constructor(onFailure: (failure: string | undefined) => void, limits: Partial<RetryLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
    this.#onFailure = onFailure;
  }

  progressed(): void {
    if (this.#failingSince !== undefined) this.#onFailure(undefined);
    this.#failingSince = undefined;
  }

  /** Throws if the pause would exceed `giveUpAfter`. */
  async wait(
    attempt: number,
    { failure, retryAfter = 0 }: { failure: string; retryAfter?: number | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const { giveUpAfter, firstPause, longestPause } = this.#limits;
    const now = Date.now();
    this.#failingSince ??= now;
    // A timer treats NaN as zero, which would disable the backoff.
    const total =
      backoff(attempt + 1, { first: firstPause, longest: longestPause }) +
      (Number.isNaN(retryAfter) ? 0 : Math.max(0, retryAfter));
    if (retryAfter > giveUpAfter) {
      throw new Error(`Gave up: the server asks to wait ${Math.ceil(retryAfter / 1000)} s (${failure}).`);
    }
    if (now + total - this.#failingSince > giveUpAfter) {
      throw new Error(`Gave up after ${giveUpAfter / 1000} s without progress: ${failure}.`);
    }
    this.#onFailure(failure);
    await pause(total, signal);
  }
}
