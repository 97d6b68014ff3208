import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { text } from '../../schema/text.ts';
import { Developer } from './developer.entity.ts';

/** Developers of accounts are named after the email, which may be long. */
export const DeveloperName = text(500, 1);

/** Returns false if the developer exists. */
export async function ensureDeveloper(
  em: EntityManager,
  { name, plan }: { name: string; plan: Plan },
): Promise<boolean> {
  // Concurrent calls with the same name share the developer.
  const made = await em
    .createQueryBuilder(Developer)
    .insert({ id: newId(), name, plan, createdAt: databaseNow() })
    .onConflict('name')
    .ignore()
    .returning('id')
    .execute<unknown[]>('all');
  return made.length > 0;
}

/** For operators. Throws if the developer does not exist. */
export async function findDeveloper(em: EntityManager, name: string): Promise<Developer> {
  const developer = await em.findOne(Developer, { name });
  if (developer) return developer;
  throw new Error(`There is no developer ${JSON.stringify(name)}. See: outturn developers list`);
}
