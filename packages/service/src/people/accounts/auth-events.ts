import type { SecurityEvent } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';
import type { PasswordVerdict } from './account-caller.ts';
import type { AuthRequest } from './auth-context.ts';
import { claimRefusals } from './sign-up-admission.ts';
import { User } from './user.entity.ts';

type Outcome = { status: number; code?: string | undefined; userId?: string | undefined };

/**
 * The content of an answer of better-auth, for events and for the verdict on a password. Leaves the body of the answer
 * unread.
 */
export async function readOutcome(response: Response): Promise<Outcome> {
  const { status } = response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, user } = (body ?? {}) as { code?: unknown; user?: { id?: unknown } };
  return {
    status,
    // Codes of better-auth are in capitals. Anything else might be what a user has typed, which must not get into the
    // log.
    code: typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : undefined,
    userId: typeof user?.id === 'string' ? user.id : undefined,
  };
}

/**
 * The codes of a wrong password. Other answers with 401, such as FAILED_TO_CREATE_SESSION, come after the right one.
 */
const wrongPassword = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD'];
const refusedClaim: readonly string[] = Object.values(claimRefusals);

/** An outage or an input that cannot be read is no failed attempt. */
export function verdictOf({ status, code }: Outcome): PasswordVerdict {
  if (status === 200) return 'right';
  return code !== undefined && wrongPassword.includes(code) ? 'wrong' : 'unknown';
}

type AuthEvent = { path: string; outcome: Outcome; request: AuthRequest };

/** Reports what happened in this request as a security event: who, and why it was refused. */
export async function reportAuthEvent(
  database: Database,
  { path, outcome, request }: AuthEvent,
): Promise<void> {
  const { status, code: reason } = outcome;
  const isRefused = status >= 400 && status < 500 && status !== 429;
  const { userId = outcome.userId, caller, claim } = request;
  if (path === '/sign-up/email') {
    if (status === 200) {
      caller?.report({ event: 'signed_up', userId });
      if (claim) caller?.report({ event: 'claim_used', userId, developerId: claim.developerId });
    }
    if (isRefused) {
      if (reason !== undefined && refusedClaim.includes(reason))
        caller?.report({ event: 'claim_refused', developerId: claim?.developerId, reason });
      caller?.report({ event: 'sign_up_refused', ...(await ownerOf(database, request)), reason });
    }
  } else if (path === '/sign-in/email') {
    if (status === 200) caller?.report({ event: 'signed_in', userId });
    else if (verdictOf(outcome) === 'wrong')
      caller?.report({ event: 'sign_in_failed', ...(await ownerOf(database, request)) });
  } else if (path === '/change-password' && userId !== undefined) {
    if (status === 200) caller?.report({ event: 'password_changed', userId });
    else if (isRefused) caller?.report({ event: 'password_change_refused', userId, reason });
  }
}

/** The id of the user with this email, or the tag if no user has it. Emails do not get into the log. */
async function ownerOf(
  database: Database,
  { account }: AuthRequest,
): Promise<Pick<SecurityEvent, 'userId' | 'emailTag'>> {
  if (!account) return {};
  const { email, tag } = account;
  const find = database.fork().findOne(User, { email });
  const user = await find.catch(() => null);
  return user ? { userId: user.id } : { emailTag: tag };
}
