import type { EntityManager } from '@mikro-orm/postgresql';
import { Developer } from './developer.entity.ts';

/** For operators. Throws if the developer does not exist. */
export async function findDeveloper(em: EntityManager, name: string): Promise<Developer> {
  const developer = await em.findOne(Developer, { name });
  if (developer) return developer;
  throw new Error(`There is no developer ${JSON.stringify(name)}. See: outturn developers list`);
}
