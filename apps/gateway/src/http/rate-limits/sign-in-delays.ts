import { OutturnError, type PasswordAdmission, type PasswordVerdict } from '@outturn/service';
import { backoff } from '@outturn/transport';
import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { DelayQueue } from './delay-queue.ts';

/** Seconds for which failures are counted, from the first one. */
export const FAILURE_WINDOW = 900;
/** Failures that cause no delay yet. An address may be that of many people. */
const FREE_FAILURES = { account: 5, address: 10 };
/** Seconds. */
const DELAYS = { first: 1, longest: 30, jitter: 1 };
/** How many accounts a process remembers addresses of, and how many addresses of each. */
const REMEMBERED = { accounts: 10_000, addresses: 8 };

export type PasswordAttempt = {
  /** The tag of an email, whether it has an account or not. */
  account: string;
  address: string;
  gone: AbortSignal;
  onDelay: (seconds: number) => void;
};

/**
 * Delays the check of a password after wrong ones, by account and by address. Nothing is ever locked, since anyone
 * could then lock an account; the longest delay is 30 seconds (decision 005).
 *
 * An attempt counts as a failure before its password is checked, and is taken back if the password was right or was
 * not checked. Otherwise a hundred guesses that are sent at once would all find the count at zero.
 */
export class SignInDelays {
  readonly #accounts: RateLimiterAbstract;
  readonly #addresses: RateLimiterAbstract;
  readonly #queue = new DelayQueue();
  readonly #signedInFrom = new LRUCache<string, readonly string[]>({ max: REMEMBERED.accounts });

  constructor(counters: { accounts: RateLimiterAbstract; addresses: RateLimiterAbstract }) {
    this.#accounts = counters.accounts;
    this.#addresses = counters.addresses;
  }

  /**
   * Waits out the delay. Resolves to a refusal if the attempt cannot wait, and otherwise to a function that takes the
   * result of the check.
   */
  async admit({ account, address, gone, onDelay }: PasswordAttempt): Promise<PasswordAdmission> {
    const [ofAccount, ofAddress] = await Promise.all([
      this.#accounts.penalty(account),
      this.#addresses.penalty(address),
    ]);
    // The delay after the counted failures, without so many of the newest: 1 to leave out this attempt itself, 0 for
    // the next one, if this fails.
    const delayWithout = (attempts: number) =>
      Math.max(
        delayAfter(ofAccount.consumedPoints - attempts, FREE_FAILURES.account),
        delayAfter(ofAddress.consumedPoints - attempts, FREE_FAILURES.address),
      );
    const delay = delayWithout(1);
    if (delay > 0) {
      onDelay(delay);
      const isKnown = this.#signedInFrom.get(account)?.includes(address) ?? false;
      const end = await this.#queue.wait({ account, address, isKnown, milliseconds: delay * 1000, gone });
      if (end !== 'over') {
        await this.#settle(account, address, 'unknown').catch(() => undefined);
        return { refusal: refusals[end]() };
      }
    }
    return {
      settle: (verdict) => void this.#settle(account, address, verdict).catch(() => undefined),
      nextDelay: delayWithout(0),
    };
  }

  close(): void {
    this.#queue.close();
  }

  /** The account starts anew after a success. The address does not, because an attacker can have an account, too. */
  async #settle(account: string, address: string, verdict: PasswordVerdict): Promise<void> {
    if (verdict === 'wrong') return;
    if (verdict === 'right') this.#remember(account, address);
    await Promise.all([
      verdict === 'right' ? this.#accounts.delete(account) : takeBack(this.#accounts, account),
      takeBack(this.#addresses, address),
    ]);
  }

  #remember(account: string, address: string): void {
    const others = (this.#signedInFrom.get(account) ?? []).filter((other) => other !== address);
    this.#signedInFrom.set(account, [address, ...others].slice(0, REMEMBERED.addresses));
  }
}

/**
 * Takes one failure back. If the count was reset meanwhile it would become negative and allow free failures, so it is
 * raised to zero again.
 */
async function takeBack(counter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints } = await counter.reward(key);
  if (consumedPoints < 0) await counter.penalty(key);
}

/** The delay in seconds after so many failures, of which some are free: 1, 2, 4, 8, 16 and then 30. */
export function delayAfter(failures: number, free: number): number {
  return failures < free ? 0 : backoff(failures - free + 1, DELAYS);
}

const again = (message: string, retryAfter: number) =>
  new OutturnError('Rate Limit Exceeded', { message, retryAfter });

const refusals = {
  left: () => again('The caller has left.', 1),
  closed: () => again('This gateway is stopping. Try again in a second.', 1),
  full: () => again('Too many attempts to sign in are waiting. Try again in 5 seconds.', 5),
};
