import type { Database } from '../database/database.ts';
import { inRounds } from '../database/in-rounds.ts';
import { withLock } from '../database/with-lock.ts';

/** Who may sign up: everybody, those with a claim link, or nobody, where operators make the accounts. */
export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Who may sign up on an installation: as it is set, else everybody until it has an account, then those with a link. */
export class SignUpPolicy {
  readonly #database: Database;
  readonly #mode: SignUpMode | undefined;
  readonly #look: () => Promise<boolean>;
  /** Accounts are never removed. */
  #hasAccount = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: Database, mode: SignUpMode | undefined) {
    this.#database = database;
    this.#mode = mode;
    this.#look = inRounds(async () => {
      const [row] = await database.quick('any_account', 'select 1 from users limit 1', []);
      return row !== undefined;
    });
  }

  async mode(): Promise<SignUpMode> {
    if (this.#mode !== undefined) return this.#mode;
    this.#hasAccount ||= await this.#look();
    return this.#hasAccount ? 'invite' : 'open';
  }

  /** Runs a sign-up; those that might make the first account run one after the other, over all gateways. */
  async inTurn<T>(signUp: () => Promise<T>): Promise<T> {
    if (this.#mode !== undefined || (await this.mode()) !== 'open') return signUp();
    // One session of this process waits for the lock, however many sign up.
    const turn = this.#turn.then(async () =>
      (await this.mode()) === 'open' ? withLock(this.#database, 'outturn first account', signUp) : signUp(),
    );
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
