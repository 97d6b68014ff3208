import { backoff } from '@outturn/retry';
import { OutturnError, type PasswordAdmission, type PasswordVerdict } from '@outturn/service';
import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { DelayQueue } from './delay-queue.ts';

/** From the first failure, in seconds. */
export const FAILURE_WINDOW = 900;
/** Failures without a delay. Many people can share an address. */
const FREE_FAILURES = { account: 5, address: 10 };
/** In seconds. */
const DELAYS = { first: 1, longest: 30, jitter: 1 };
/** Addresses of successful sign-ins that a process remembers per account. */
const REMEMBERED = { accounts: 10_000, addresses: 8 };

export type PasswordAttempt = {
  /** Identifies the email, even without an account. */
  account: string;
  address: string;
  gone: AbortSignal;
  onDelay: (seconds: number) => void;
};

/** An attempt counts as a failure until its result is known, so that concurrent ones are delayed too. */
export class SignInDelays {
  readonly #accounts: RateLimiterAbstract;
  readonly #addresses: RateLimiterAbstract;
  readonly #queue = new DelayQueue();
  readonly #signedInFrom = new LRUCache<string, readonly string[]>({ max: REMEMBERED.accounts });

  constructor(counters: { accounts: RateLimiterAbstract; addresses: RateLimiterAbstract }) {
    this.#accounts = counters.accounts;
    this.#addresses = counters.addresses;
  }

  async admit({ account, address, gone, onDelay }: PasswordAttempt): Promise<PasswordAdmission> {
    const [ofAccount, ofAddress] = await Promise.all([
      this.#accounts.penalty(account),
      this.#addresses.penalty(address),
    ]);
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

  /** Success does not reset the address, because attackers can use their own accounts. */
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

/** Keeps the count at zero if it was reset meanwhile; a negative count would allow free failures. */
async function takeBack(counter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints } = await counter.reward(key);
  if (consumedPoints < 0) await counter.penalty(key);
}

/** In seconds: 1, 2, 4, 8, 16 and then 30. */
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
