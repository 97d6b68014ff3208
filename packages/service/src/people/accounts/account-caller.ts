import type { OutturnError } from '../../base/errors.ts';
import type { SecurityEvent } from '../../base/security-event.ts';

/**
 * The result of checking a password. `unknown`: it was not checked, for example because the database was away.
 */
export type PasswordVerdict = 'right' | 'wrong' | 'unknown';

/**
 * Whether an attempt to sign in may check its password. If so, `settle` must be called with the result: until then
 * the attempt counts as a failure, so that many concurrent guesses are delayed like successive ones.
 */
export type PasswordAdmission =
  | { refusal: OutturnError }
  | {
      settle: (verdict: PasswordVerdict) => void;
      /** Seconds to wait before the next attempt, if this password is wrong. */
      nextDelay: number;
    };

/**
 * The functions that accounts need about the caller of a request below `/api/auth`. The gateway implements it,
 * because it knows addresses and counts attempts.
 */
export type AccountCaller = {
  /**
   * Waits as long as earlier failures for this account or address demand. `account` is the tag of an email, whether
   * an account has it or not.
   */
  admitPassword(account: string): Promise<PasswordAdmission>;
  report(event: SecurityEvent): void;
};
