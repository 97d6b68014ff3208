import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { hashClaimToken } from '../accounts/claim-state.ts';
import { DeveloperClaim } from '../accounts/developer-claim.entity.ts';
import { describeOwner, ownerOf } from '../accounts/owner-of.ts';
import { ensureDeveloper, findDeveloper } from '../developers/developers.ts';

type NewClaim = { developerName: string; plan: Plan };

/** Only this returns the token. */
type MadeClaim = { token: string; developerId: string; hasNewDeveloper: boolean };

/** Creates a link, valid once and for a week, and the developer if new. Throws if an account owns the developer. */
export function createClaim(database: Database, { developerName, plan }: NewClaim): Promise<MadeClaim> {
  return database.transactional(async (em) => {
    const hasNewDeveloper = await ensureDeveloper(em, { name: developerName, plan });
    const { id: developerId } = await findDeveloper(em, developerName);
    return { token: await addClaim(em, developerName), developerId, hasNewDeveloper };
  });
}

/** For an existing developer, within the transaction of `em`. */
export async function addClaim(em: EntityManager, developerName: string): Promise<string> {
  const developer = await findDeveloper(em, developerName);
  const owner = await ownerOf(em, developer.id);
  if (owner) {
    throw new Error(
      `The developer ${JSON.stringify(developerName)} belongs to an account already: ${describeOwner(owner)}.`,
    );
  }
  const token = randomBytes(32).toString('base64url');
  em.create(DeveloperClaim, { hash: hashClaimToken(token), developerId: developer.id });
  return token;
}
