import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../database/database.ts';
import { findDeveloper } from '../developers/index.ts';
import { User } from './user.entity.ts';

/** The account that owns a developer, and since when there is that account. */
export type Owner = { email: string; createdAt: Date };

export async function ownerOf(em: EntityManager, developerId: string): Promise<Owner | undefined> {
  const user = await em.findOne(User, { developerId });
  return user ? { email: user.email, createdAt: user.createdAt } : undefined;
}

/** The account that owns the developer of a name. Throws where there is no such developer. */
export async function developerOwner(database: Database, name: string): Promise<Owner | undefined> {
  const em = database.fork();
  return ownerOf(em, (await findDeveloper(em, name)).id);
}

/** For operators, who take an email for the person whose address it is. */
export function describeOwner({ email, createdAt }: Owner): string {
  return `${email}, created ${createdAt.toISOString()}, an address that nobody has verified`;
}
