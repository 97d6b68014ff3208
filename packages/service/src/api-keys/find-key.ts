import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../kernel/errors.ts';
import { ApiKey } from './api-key.entity.ts';
import { API_KEYS_CHANNEL } from './manage-keys.ts';

/** A key of the developer, locked until the transaction ends. Throws `Not Found`. */
export async function findKey(em: EntityManager, developerId: string, id: string): Promise<ApiKey> {
  const key = await em.findOne(ApiKey, { id, developerId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!key) throw new OutturnError('Not Found', { message: 'There is no API key with this id.' });
  return key;
}

/** Makes every gateway ask anew about a key, once the transaction is committed. */
export async function announceChange(em: EntityManager, apiKeyId: string): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [API_KEYS_CHANNEL, apiKeyId]);
}
