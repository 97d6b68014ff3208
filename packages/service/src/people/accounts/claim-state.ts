import { hash } from 'node:crypto';

const DAY = 86_400_000;

/** How long a claim link works, in days. */
export const CLAIM_DAYS = 7;

/** Why a claim link does not work, in words for the person who opens it. */
export type ClaimFault = { isExpired: boolean; message: string };

type ClaimState = { developerName: string; createdAt: Date; usedAt: unknown; hasOwner: boolean };

export const UNKNOWN_CLAIM: ClaimFault = {
  isExpired: false,
  message: 'This claim link is not valid, or it was used before.',
};

/** Why a claim link cannot be used; undefined if it can. */
export function faultOfClaim(claim: ClaimState): ClaimFault | undefined {
  if (claim.usedAt !== null || claim.hasOwner) return UNKNOWN_CLAIM;
  if (endOfClaim(claim.createdAt).getTime() > Date.now()) return undefined;
  const remedy = `outturn developers claim ${JSON.stringify(claim.developerName)}`;
  return {
    isExpired: true,
    message: `This claim link has expired: it worked for ${CLAIM_DAYS} days. The operator of this installation can make a new one: ${remedy}`,
  };
}

export function endOfClaim(createdAt: Date): Date {
  return new Date(createdAt.getTime() + CLAIM_DAYS * DAY);
}

export function hashClaimToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The id of a claim link, which does not reveal its token. */
export function claimId(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, 12);
}
