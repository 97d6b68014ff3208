import { hash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { findDeveloper } from '../developers/index.ts';
import { DeveloperClaim } from './developer-claim.entity.ts';
import { User } from './user.entity.ts';

export function hashClaimToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * A token with which one signed-in person takes over a developer that belongs to nobody yet. It works once, until then
 * without end. Throws when the developer is not there, or is somebody's.
 */
export async function createClaim(database: Database, developerName: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.transactional(async (em) => {
    const developer = await findDeveloper(em, developerName);
    if ((await em.count(User, { developerId: developer.id })) > 0) {
      throw new Error(`The developer ${developerName} belongs to an account already.`);
    }
    em.create(DeveloperClaim, {
      hash: hashClaimToken(token),
      developerId: developer.id,
      createdAt: new Date(),
    });
  });
  return token;
}
