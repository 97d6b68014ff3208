import { backoff, pause } from '@outturn/transport';

/**
 * Milliseconds. `giveUpAfter` counts from the last progress. `findWithin` holds until a server has answered for the
 * first time: until then its address may be wrong, so it is shorter.
 */
type RetryLimits = { giveUpAfter: number; findWithin: number; firstPause: number; longestPause: number };

const defaults: RetryLimits = {
  giveUpAfter: 120_000,
  findWithin: 10_000,
  firstPause: 250,
  longestPause: 10_000,
};

/**
 * When an import gives up. All of its requests share one: they fail for the same reason, and progress of one shows
 * that the server works, so it gives all of them new time.
 */
export class RetryPolicy {
  readonly #limits: RetryLimits;
  readonly #onFailure: (failure: string | undefined) => void;
  #failingSince: number | undefined;
  #hasAnswered = false;

  /** `onFailure` gets the failure before each pause, and undefined once there is progress again. */
  constructor(onFailure: (failure: string | undefined) => void, limits: Partial<RetryLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
    this.#onFailure = onFailure;
  }

  progressed(): void {
    if (this.#failingSince !== undefined) this.#onFailure(undefined);
    this.#failingSince = undefined;
    this.#hasAnswered = true;
  }

  /** Waits before the next attempt. Throws if that would take longer than the limits allow. */
  async wait(
    attempt: number,
    { failure, retryAfter = 0, isUnreachable = false }: Attempt,
    signal: AbortSignal,
  ): Promise<void> {
    const { giveUpAfter, findWithin, firstPause, longestPause } = this.#limits;
    this.#hasAnswered ||= !isUnreachable;
    const now = Date.now();
    this.#failingSince ??= now;
    // A timer would take a pause of NaN for none, and the backoff would be lost.
    const total =
      backoff(attempt + 1, { first: firstPause, longest: longestPause }) +
      (Number.isNaN(retryAfter) ? 0 : Math.max(0, retryAfter));
    if (retryAfter > giveUpAfter) {
      throw new Error(`Gave up: the server asks to wait ${Math.ceil(retryAfter / 1000)} s (${failure}).`);
    }
    if (!this.#hasAnswered && now + total - this.#failingSince > findWithin) {
      throw new Error(
        `${failure}. Start the server, or pass its address in --url or OUTTURN_URL, such as http://localhost:3000.`,
      );
    }
    if (now + total - this.#failingSince > giveUpAfter) {
      throw new Error(`Gave up after ${giveUpAfter / 1000} s without progress: ${failure}.`);
    }
    this.#onFailure(failure);
    await pause(total, signal);
  }
}

type Attempt = { failure: string; retryAfter?: number | undefined; isUnreachable?: boolean };
