import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';
import { databaseNow } from '../../database/columns.ts';
import { Developer } from './developer.entity.ts';

/** Makes the developer of a name unless there is one. Returns whether it was made. */
export async function ensureDeveloper(
  em: EntityManager,
  { name, plan }: { name: string; plan: Plan },
): Promise<boolean> {
  // Two that name a new developer at the same moment share it.
  const made = await em
    .createQueryBuilder(Developer)
    .insert({ id: newId(), name, plan, createdAt: databaseNow() })
    .onConflict('name')
    .ignore()
    .returning('id')
    .execute<unknown[]>('all');
  return made.length > 0;
}
