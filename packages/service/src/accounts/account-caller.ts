import type { OutturnError } from '../kernel/errors.ts';
import type { SecurityEvent } from '../kernel/security-event.ts';

/** How a password turned out: `unknown` where it was not looked at. */
export type PasswordVerdict = 'right' | 'wrong' | 'unknown';

/** Whether a password may be checked now, and who has to hear how it turned out. */
export type PasswordAdmission = { refusal: OutturnError } | { settle: (verdict: PasswordVerdict) => void };

/** Who is behind a request below `/api/auth`: the gateway knows addresses, and counts failures. */
export type AccountCaller = {
  /** Resolves after as long as earlier failures of this account or this address ask for. */
  admitPassword(account: string): Promise<PasswordAdmission>;
  tell(event: SecurityEvent): void;
};
