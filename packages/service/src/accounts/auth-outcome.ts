import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import type { OutturnError } from '../kernel/errors.ts';
import type { SecurityEvent } from '../kernel/security-event.ts';
import type { AccountCaller, PasswordVerdict } from './account-caller.ts';

/** What is known of a request below `/api/auth` that is under way. */
export type AuthRequest = {
  /** Absent for calls from within. */
  caller?: AccountCaller;
  outage?: OutturnError;
  /** Of the account that somebody signs up for, or tries a password of. */
  account?: { email: string; tag: string };
  userId?: string;
  settle?: ((verdict: PasswordVerdict) => void) | undefined;
  /** The connection that it was given last: within better-auth's transaction, that of the transaction. */
  client?: PoolClient | undefined;
  /** Of the claim link that a sign-up uses. */
  claimToken?: string | undefined;
  /** Whether an operator makes the account, whoever may sign up. */
  isOperator?: boolean;
};

/** What better-auth made of a request. */
type Outcome = { status: number; code?: string | undefined; userId?: string | undefined };

export async function readOutcome(response: Response): Promise<Outcome> {
  const { status } = response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, user } = (body ?? {}) as { code?: unknown; user?: { id?: unknown } };
  return {
    status,
    // A word of better-auth's, never what somebody typed.
    code: typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : undefined,
    userId: typeof user?.id === 'string' ? user.id : undefined,
  };
}

/** Everything but a password that was compared and is wrong costs nothing: an outage, say, or input that cannot be read. */
export function verdictOf(path: string, { status, code }: Outcome): PasswordVerdict {
  if (status === 200) return 'right';
  const isWrong = path === '/sign-in/email' ? status === 401 : code === 'INVALID_PASSWORD';
  return isWrong ? 'wrong' : 'unknown';
}

type Told = { path: string; outcome: Outcome; request: AuthRequest };

export async function tellOutcome(database: Database, { path, outcome, request }: Told): Promise<void> {
  const { status, code: reason } = outcome;
  const isRefused = status >= 400 && status < 500 && status !== 429;
  const { userId = outcome.userId, caller } = request;
  if (path === '/sign-up/email') {
    if (status === 200) {
      caller?.tell({ event: 'signed_up', userId });
      if (request.claimToken !== undefined) caller?.tell({ event: 'claim_used', userId });
    }
    if (isRefused)
      caller?.tell({ event: 'sign_up_refused', ...(await accountOf(database, request)), reason });
  } else if (path === '/sign-in/email') {
    if (status === 200) caller?.tell({ event: 'signed_in', userId });
    else if (status === 401)
      caller?.tell({ event: 'sign_in_failed', ...(await accountOf(database, request)) });
  } else if (path === '/change-password' && userId !== undefined) {
    if (status === 200) caller?.tell({ event: 'password_changed', userId });
    else if (isRefused) caller?.tell({ event: 'password_change_refused', userId, reason });
  }
}

/** Whose account it is, or what stands for an email that has none. */
async function accountOf(
  database: Database,
  { account }: AuthRequest,
): Promise<Pick<SecurityEvent, 'userId' | 'emailTag'>> {
  if (!account) return {};
  const { email, tag } = account;
  const find = database.quick('user_by_email', 'select id from users where email = $1', [email]);
  const [row] = await find.catch(() => []);
  return row?.[0] ? { userId: row[0] } : { emailTag: tag };
}
