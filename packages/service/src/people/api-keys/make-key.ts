import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../base/ids.ts';
import { ApiKey } from './api-key.entity.ts';
import { storedScopes } from './key-scopes.ts';
import { displayPrefix, hashToken, newToken } from './token.ts';

type KeyFields = Pick<ApiKey, 'developerId' | 'name' | 'scopes' | 'expiresAt'>;

/** The only place that returns the token. */
export async function makeKey(em: EntityManager, fields: KeyFields): Promise<{ key: ApiKey; token: string }> {
  const token = newToken();
  const key = em.create(ApiKey, {
    ...fields,
    scopes: storedScopes(fields.scopes),
    id: newId(),
    prefix: displayPrefix(token),
    hash: hashToken(token),
  });
  await em.flush();
  return { key, token };
}
