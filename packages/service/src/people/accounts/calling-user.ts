import type { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../../base/errors.ts';
import type { Principal } from '../../base/principal.ts';
import { Developer } from '../developers/developer.entity.ts';
import { User } from './user.entity.ts';

/** Throws `Forbidden` for API keys. */
export async function callingUser(
  em: EntityManager,
  principal: Principal,
  options: { lockMode?: LockMode.PESSIMISTIC_WRITE } = {},
): Promise<User> {
  if (principal.kind === 'session') return em.findOneOrFail(User, { id: principal.userId }, options);
  throw new OutturnError('Forbidden', { message: 'API keys cannot do this. Sign in instead.' });
}

export async function showDeveloper(em: EntityManager, id: string) {
  const { name, plan } = await em.findOneOrFail(Developer, { id });
  return { id, name, plan };
}
