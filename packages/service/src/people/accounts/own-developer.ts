import type { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../../base/errors.ts';
import type { Principal } from '../../base/principal.ts';
import { Developer } from '../developers/developer.entity.ts';
import { User } from './user.entity.ts';

/** Returns the user of the calling session. Throws `Forbidden` for API keys, which the scope refuses already. */
export async function callingUser(
  em: EntityManager,
  principal: Principal,
  options: { lockMode?: LockMode.PESSIMISTIC_WRITE } = {},
): Promise<User> {
  if (principal.kind === 'session') return em.findOneOrFail(User, { id: principal.userId }, options);
  throw new OutturnError('Forbidden', { message: 'This takes a person who is signed in.' });
}

export async function showDeveloper(em: EntityManager, id: string) {
  const { name, plan } = await em.findOneOrFail(Developer, { id });
  return { id, name, plan };
}
