import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { Developer } from './developer.entity.ts';

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
