import { hash } from 'node:crypto';
import { databaseTime } from '../../base/clock.ts';

const DAY = 86_400_000;

export const CLAIM_DAYS = 7;

/** Why a claim link does not work. `message` is for the person who opens it. */
export type ClaimFault = { isExpired: boolean; message: string };

type ClaimState = { developerName: string; createdAt: Date; usedAt: unknown; hasOwner: boolean };

/** One message for unknown and for used links, so that the answer says nothing about a guess. */
export const UNKNOWN_CLAIM: ClaimFault = {
  isExpired: false,
  message: 'This claim link is not valid, or it was used before.',
};

/** Undefined if the link works. */
export function faultOfClaim(claim: ClaimState): ClaimFault | undefined {
  if (claim.usedAt !== null || claim.hasOwner) return UNKNOWN_CLAIM;
  if (endOfClaim(claim.createdAt).getTime() > databaseTime()) return undefined;
  const remedy = `outturn developers claim ${JSON.stringify(claim.developerName)}`;
  return {
    isExpired: true,
    message: `This claim link has expired: it worked for ${CLAIM_DAYS} days. The operator of this installation can make a new one: ${remedy}`,
  };
}

export function endOfClaim(createdAt: Date): Date {
  return new Date(createdAt.getTime() + CLAIM_DAYS * DAY);
}

/** Only the hash of a token is stored, so a leaked database gives no link. */
export function hashClaimToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A short name of a link for operators, which does not reveal the token. */
export function claimId(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, 12);
}
