import { hash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
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
export function createClaim(database: Database, developerName: string): Promise<string> {
  return database.transactional((em) => addClaim(em, developerName));
}

/** The same within a transaction. */
export async function addClaim(em: EntityManager, developerName: string): Promise<string> {
  const developer = await findDeveloper(em, developerName);
  if ((await em.count(User, { developerId: developer.id })) > 0) {
    throw new Error(`The developer ${developerName} belongs to an account already.`);
  }
  const token = randomBytes(32).toString('base64url');
  em.create(DeveloperClaim, {
    hash: hashClaimToken(token),
    developerId: developer.id,
    createdAt: new Date(),
  });
  return token;
}
