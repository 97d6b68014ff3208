import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';

/** Makes the developer of a name unless there is one. Returns whether it was made. */
export async function ensureDeveloper(
  em: EntityManager,
  { name, plan }: { name: string; plan: Plan },
): Promise<boolean> {
  // Two that name a new developer at the same moment share it.
  const made = await em.execute<unknown[]>(
    'insert into developers (id, name, plan, created_at) values (?, ?, ?, now()) on conflict (name) do nothing returning id',
    [newId(), name, plan],
  );
  return made.length > 0;
}
