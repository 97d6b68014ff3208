import type { EntityManager } from '@mikro-orm/postgresql';
import { Developer } from './developer.entity.ts';

/** The developer of a name that an operator gave. Throws where there is none, which says how to find the right one. */
export async function findDeveloper(em: EntityManager, name: string): Promise<Developer> {
  const developer = await em.findOne(Developer, { name });
  if (developer) return developer;
  throw new Error(`There is no developer ${JSON.stringify(name)}. See: outturn developers list`);
}
