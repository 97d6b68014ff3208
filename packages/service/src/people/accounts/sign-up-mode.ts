import { coalesce } from '../../base/coalesce.ts';
import { tooBusy } from '../../base/errors.ts';
import { newWaitLimit, WaitingQueue } from '../../base/waiting-queue.ts';
import type { Database } from '../../database/database.ts';
import { withLock } from '../../database/with-lock.ts';
import { User } from './user.entity.ts';

/** Sign-up is open to everybody, takes a claim link, or is closed, so that only operators create accounts. */
export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Sign-ups that may wait in this process for the first account. */
const MOST_WAITING = 100;
/** Milliseconds to wait while another gateway may be creating the first account. */
const LOCKED_WITHIN = 10_000;

/**
 * Decides who may sign up. Without a setting, the first person to come gets the first account, and from then on
 * sign-up takes a claim link.
 *
 * Two people may come at the same time, at different gateways, and each would be the first. So sign-ups that might
 * create the first account run one after the other, under a lock of the database, and each looks again whether an
 * account exists once it has its turn. After that the lock is never taken again.
 */
export class SignUpPolicy {
  readonly #database: Database;
  readonly #mode: SignUpMode | undefined;
  readonly #look: () => Promise<boolean>;
  /** Once true, it stays true: accounts are never removed. */
  #hasAccount = false;
  readonly #line = new WaitingQueue(MOST_WAITING, tooBusy);
  #isBusy = false;

  constructor(database: Database, mode: SignUpMode | undefined) {
    this.#database = database;
    this.#mode = mode;
    this.#look = coalesce(async () => (await database.fork().find(User, {}, { limit: 1 })).length > 0);
  }

  /** The mode that holds now. */
  async mode(): Promise<SignUpMode> {
    if (this.#mode !== undefined) return this.#mode;
    this.#hasAccount ||= await this.#look();
    return this.#hasAccount ? 'invite' : 'open';
  }

  /** Runs a sign-up, alone among all gateways as long as it might create the first account. */
  async inTurn(signUp: () => Promise<Response>): Promise<Response> {
    if (this.#mode !== undefined || (await this.mode()) !== 'open') return signUp();
    // Sign-ups of this process wait here, so that one connection at most waits for the lock.
    if (this.#isBusy) await this.#line.wait(newWaitLimit());
    this.#isBusy = true;
    try {
      return (await this.mode()) === 'open' ? await this.#locked(signUp) : await signUp();
    } finally {
      if (!this.#line.next()) this.#isBusy = false;
    }
  }

  async #locked(signUp: () => Promise<Response>): Promise<Response> {
    let response: Response | undefined;
    const work = async () => {
      response = await signUp();
      return response;
    };
    try {
      return await withLock(this.#database, 'outturn first account', work, { waitAtMost: LOCKED_WITHIN });
    } catch (cause) {
      // The account was created, so it does not matter that the lock was lost.
      if (response?.ok) return response;
      throw cause;
    }
  }
}
