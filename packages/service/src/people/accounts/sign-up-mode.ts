import { coalesce } from '../../base/coalesce.ts';
import { tooBusy } from '../../base/errors.ts';
import { newWaitLimit, WaitingQueue } from '../../base/waiting-queue.ts';
import type { Database } from '../../database/database.ts';
import { withLock } from '../../database/with-lock.ts';
import { User } from './user.entity.ts';

/** `invite` needs a claim link; in `closed`, operators create accounts. */
export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

const MOST_WAITING = 100;
/** Milliseconds to wait for a first sign-up on another gateway. */
const LOCKED_WITHIN = 10_000;

/** Default: `open` until an account exists, then `invite`. */
export class SignUpPolicy {
  readonly #database: Database;
  readonly #mode: SignUpMode | undefined;
  readonly #look: () => Promise<boolean>;
  /** Accounts are never removed. */
  #hasAccount = false;
  readonly #line = new WaitingQueue(MOST_WAITING, tooBusy);
  #isBusy = false;

  constructor(database: Database, mode: SignUpMode | undefined) {
    this.#database = database;
    this.#mode = mode;
    this.#look = coalesce(async () => (await database.fork().find(User, {}, { limit: 1 })).length > 0);
  }

  async mode(): Promise<SignUpMode> {
    if (this.#mode !== undefined) return this.#mode;
    this.#hasAccount ||= await this.#look();
    return this.#hasAccount ? 'invite' : 'open';
  }

  /** Serialises sign-ups of all gateways until an account exists. */
  async inTurn(signUp: () => Promise<Response>): Promise<Response> {
    if (this.#mode !== undefined || (await this.mode()) !== 'open') return signUp();
    // One connection per process waits for the lock.
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
      // The account is committed, so a lost lock changes nothing.
      if (response?.ok) return response;
      throw cause;
    }
  }
}
