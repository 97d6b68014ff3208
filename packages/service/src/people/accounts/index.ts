import { claimDeveloper } from './claim-developer.ts';
import { getAccount } from './get-account.ts';

export const account = { get: getAccount, claim: claimDeveloper };
