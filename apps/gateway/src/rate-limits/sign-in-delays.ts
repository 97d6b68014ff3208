import { OutturnError, type PasswordAdmission, type PasswordVerdict } from '@outturn/service';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { WaitingRoom } from './waiting-room.ts';

/** For how long a failure counts, in seconds. */
export const FAILURES_COUNT_FOR = 900;
/** How many failures cost nothing. An address may stand for many people. */
const FREE = { account: 5, address: 10 };
/** In seconds. */
const LONGEST_DELAY = 30;

export type PasswordAttempt = {
  /** Stands for the email, whether or not it has an account. */
  account: string;
  address: string;
  /** Aborted when the caller leaves. */
  gone: AbortSignal;
  /** Told when the attempt has to wait, of how many seconds. */
  onDelay: (seconds: number) => void;
};

/**
 * Delays passwords that are tried after failures of the same account or address, and never locks either: the right one
 * gets in after 30 seconds at most. An attempt counts as a failure until it turns out not to be one, so that attempts
 * side by side are delayed as if they came one by one.
 */
export class SignInDelays {
  readonly #accounts: RateLimiterAbstract;
  readonly #addresses: RateLimiterAbstract;
  readonly #room = new WaitingRoom();

  constructor(counters: { accounts: RateLimiterAbstract; addresses: RateLimiterAbstract }) {
    this.#accounts = counters.accounts;
    this.#addresses = counters.addresses;
  }

  async admit({ account, address, gone, onDelay }: PasswordAttempt): Promise<PasswordAdmission> {
    const [ofAccount, ofAddress] = await Promise.all([
      this.#accounts.penalty(account),
      this.#addresses.penalty(address),
    ]);
    const delay = Math.max(
      delayAfter(ofAccount.consumedPoints - 1, FREE.account),
      delayAfter(ofAddress.consumedPoints - 1, FREE.address),
    );
    if (delay > 0) {
      onDelay(delay);
      const end = await this.#room.wait({ address, milliseconds: delay * 1000, gone });
      if (end !== 'over') return { refusal: refusals[end]() };
    }
    return { settle: (verdict) => void this.#settle(account, address, verdict).catch(() => undefined) };
  }

  /** Lets everybody go who waits, and nobody wait from now on. */
  close(): void {
    this.#room.close();
  }

  /** The right password forgives the account its failures, and the address none: attackers have accounts of their own. */
  async #settle(account: string, address: string, verdict: PasswordVerdict): Promise<void> {
    if (verdict === 'wrong') return;
    await Promise.all([
      verdict === 'right' ? this.#accounts.delete(account) : this.#accounts.reward(account),
      this.#addresses.reward(address),
    ]);
  }
}

/** How long an attempt waits after so many failures, in seconds: 1, 2, 4, 8, 16 and then 30. */
export function delayAfter(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_DELAY, 2 ** (failures - free));
}

const again = (message: string, retryAfter: number) =>
  new OutturnError('Rate Limit Exceeded', { message, retryAfter });

const refusals = {
  left: () => again('The caller has left.', 1),
  closed: () => again('This gateway is stopping. Try again in a second.', 1),
  full: () => again('Too many attempts to sign in are waiting. Try again in 5 seconds.', 5),
};
