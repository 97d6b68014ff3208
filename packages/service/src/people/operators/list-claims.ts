import type { Database } from '../../database/database.ts';
import { claimId, endOfClaim, faultOfClaim } from '../accounts/claim-state.ts';
import { DeveloperClaim } from '../accounts/developer-claim.entity.ts';
import { User } from '../accounts/user.entity.ts';
import { Developer } from '../developers/developer.entity.ts';

/** `id` does not reveal the token. */
export type ClaimSummary = {
  id: string;
  developerName: string;
  createdAt: Date;
  expiresAt: Date;
  /** `owned`: unused, but an account owns the developer. */
  state: 'open' | 'used' | 'expired' | 'owned';
};

/** Oldest first; links are kept for 30 days. */
export async function listClaims(database: Database): Promise<ClaimSummary[]> {
  const em = database.fork();
  const claims = await em.find(DeveloperClaim, {}, { orderBy: { createdAt: 'asc' } });
  const among = { $in: claims.map(({ developerId }) => developerId) };
  const developers = await em.find(Developer, { id: among });
  const users = await em.find(User, { developerId: among });
  const names = new Map(developers.map(({ id, name }) => [id, name]));
  const owned = new Set(users.map(({ developerId }) => developerId));
  return claims.map(({ hash, developerId, createdAt, usedAt = null }) => {
    const developerName = names.get(developerId) ?? '';
    const fault = faultOfClaim({ developerName, createdAt, usedAt, hasOwner: owned.has(developerId) });
    const ended = fault?.isExpired ? 'expired' : 'owned';
    const unused = fault ? ended : 'open';
    return {
      id: claimId(hash),
      developerName,
      createdAt,
      expiresAt: endOfClaim(createdAt),
      state: usedAt === null ? unused : 'used',
    };
  });
}
