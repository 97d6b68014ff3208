import { sql } from '@mikro-orm/core';
import type { Database } from '../../database/database.ts';
import { claimId } from '../accounts/claim-state.ts';
import { DeveloperClaim } from '../accounts/developer-claim.entity.ts';

/** Days for which an ended link tells why. */
const KEPT_DAYS = 30;

/** Returns the id of its developer; undefined without an unused link. */
export async function withdrawClaim(database: Database, id: string): Promise<string | undefined> {
  const em = database.fork();
  const claim = (await em.find(DeveloperClaim, { usedAt: null })).find(({ hash }) => claimId(hash) === id);
  if (!claim) return undefined;
  const withdrawn = await em.nativeDelete(DeveloperClaim, { hash: claim.hash, usedAt: null });
  return withdrawn > 0 ? claim.developerId : undefined;
}

export async function forgetOldClaims(database: Database): Promise<void> {
  const expiry = sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`;
  await database.fork().nativeDelete(DeveloperClaim, { createdAt: { $lt: expiry } });
}
