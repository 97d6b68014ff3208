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

/** Refuses before the password is hashed. */
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

/** In the transaction that creates the user. */
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

function accepted<T extends object>(claim: T | { fault: ClaimFault }): T {
  if (!('fault' in claim)) return claim;
  const { isExpired, message } = claim.fault;
  const code = isExpired ? claimRefusals.expired : claimRefusals.notValid;
  throw new APIError('FORBIDDEN', { code, message });
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
