import type { OutturnError } from '../../base/errors.ts';
import type { SecurityEvent } from '../../base/security-event.ts';

/** `unknown`: the password was not checked. */
export type PasswordVerdict = 'right' | 'wrong' | 'unknown';

/** `settle` takes the result of the check. */
export type PasswordAdmission =
  | { refusal: OutturnError }
  | {
      settle: (verdict: PasswordVerdict) => void;
      /** Seconds to wait before the next attempt, if this password is wrong. */
      nextDelay: number;
    };

/** Caller of a request below `/api/auth`. */
export type AccountCaller = {
  /** Waits for the delay of earlier failures of account or address. */
  admitPassword(account: string): Promise<PasswordAdmission>;
  report(event: SecurityEvent): void;
};
