import type { OutturnError } from '../../base/errors.ts';
import type { SecurityEvent } from '../../base/security-event.ts';

/** Result of a password check; `unknown` if none ran. */
export type PasswordVerdict = 'right' | 'wrong' | 'unknown';

/** Admission of a password check, with the callback for its result. */
export type PasswordAdmission =
  | { refusal: OutturnError }
  | {
      settle: (verdict: PasswordVerdict) => void;
      /** The delay of the next attempt if this password is wrong, in seconds. */
      nextDelay: number;
    };

/** The caller of a request below `/api/auth`. */
export type AccountCaller = {
  /** Resolves after the delay that earlier failures of this account or address cause. */
  admitPassword(account: string): Promise<PasswordAdmission>;
  tell(event: SecurityEvent): void;
};
