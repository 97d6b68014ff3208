import { claimDeveloper } from './claim-developer.ts';
import { getAccount } from './get-account.ts';

export { addClaim } from './claims.ts';
export { describeOwner, type Owner, ownerOf } from './owner-of.ts';

export const account = { get: getAccount, claim: claimDeveloper };
