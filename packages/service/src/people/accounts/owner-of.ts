import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../database/database.ts';
import { findDeveloper } from '../developers/developers.ts';
import { User } from './user.entity.ts';

export type Owner = { email: string; createdAt: Date };

export async function ownerOf(em: EntityManager, developerId: string): Promise<Owner | undefined> {
  return (await em.findOne(User, { developerId })) ?? undefined;
}

/** Throws if the developer does not exist. */
export async function developerOwner(database: Database, name: string): Promise<Owner | undefined> {
  const em = database.fork();
  return ownerOf(em, (await findDeveloper(em, name)).id);
}

/** For operators, who must know that the address is unverified. */
export function describeOwner({ email, createdAt }: Owner): string {
  return `${email}, created ${createdAt.toISOString()}, an address that nobody has verified`;
}
