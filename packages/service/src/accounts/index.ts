import { claimDeveloper } from './claim-developer.ts';
import { getAccount } from './get-account.ts';

export { addClaim } from './claim-token.ts';

export const account = { get: getAccount, claim: claimDeveloper };
