import { APIError } from 'better-auth/api';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { textRows } from '../../database/query-rows.ts';
import type { AuthRequest } from './auth-context.ts';
import type { ClaimFault } from './claim-state.ts';
import { giveDeveloper } from './create-user-developer.ts';
import { readClaim, useClaim } from './redeem-claim.ts';
import type { SignUpPolicy } from './sign-up-mode.ts';

type Admission = { database: Database; policy: SignUpPolicy; claimToken: string | undefined };

/**
 * Decides whether this sign-up is allowed, before its password is hashed, which is expensive. Throws `APIError` of
 * better-auth. Notes a claim link that works in the request; `developerFor` uses it up later.
 */
export async function admitSignUp(
  request: AuthRequest | undefined,
  { database, policy, claimToken }: Admission,
): Promise<void> {
  if (!request || request.isOperator) return;
  const mode = await policy.mode();
  if (mode === 'closed') throw new APIError('FORBIDDEN', refusals.closed);
  if (mode === 'invite' && claimToken === undefined) throw new APIError('FORBIDDEN', refusals.invite);
  if (claimToken === undefined) return;
  const { developerId } = accepted(await readClaim(database.quick, claimToken));
  request.claim = { token: claimToken, developerId };
}

type NewUser = { database: Database; user: { id: string; email: string }; defaultPlan: Plan };

/**
 * Makes the developer of a new user, or uses up the claim link for an existing one, and returns its id. It runs on
 * the connection of the transaction that inserts the user, so a crash leaves neither a user without a developer nor a
 * used link without a user. Throws `APIError` if the link was used meanwhile.
 */
export async function developerFor(
  { client, claim }: AuthRequest,
  { database, user, defaultPlan }: NewUser,
): Promise<string> {
  if (client?.getTransactionStatus() !== 'T') throw new Error('A user is created outside of a transaction.');
  const rows = textRows(client, { measure: database.measure, hasPreparedStatements: false });
  if (claim) return accepted(await useClaim(rows, claim.token, user.id)).developerId;
  const developerId = newId();
  await giveDeveloper(rows, { developerId, email: user.email, plan: defaultPlan });
  return developerId;
}

/**
 * Why a claim link does not work; undefined if it does. Changes nothing. Unknown and used tokens have the same
 * answer, so that it says nothing about a guess.
 */
export async function refusalOfClaim(
  database: Database,
  token: string,
): Promise<{ code: string; message: string } | undefined> {
  const claim = await readClaim(database.quick, token);
  return 'fault' in claim ? toRefusal(claim.fault) : undefined;
}

function accepted<T extends object>(claim: T | { fault: ClaimFault }): T {
  if (!('fault' in claim)) return claim;
  throw new APIError('FORBIDDEN', toRefusal(claim.fault));
}

function toRefusal({ isExpired, message }: ClaimFault): { code: string; message: string } {
  return { code: isExpired ? claimRefusals.expired : claimRefusals.notValid, message };
}

export const claimRefusals = { expired: 'INVITATION_EXPIRED', notValid: 'INVITATION_NOT_VALID' } as const;

const refusals = {
  closed: {
    code: 'SIGN_UP_CLOSED',
    message: 'Sign-up is closed. Ask the operator of this installation for an account.',
  },
  invite: {
    code: 'INVITATION_REQUIRED',
    message: 'Sign-up needs a claim link. Ask the operator of this installation for one.',
  },
};
