import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../../base/errors.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { ApiKey } from './api-key.entity.ts';

export const isActive = () => ({
  revokedAt: null,
  $or: [{ expiresAt: null }, { expiresAt: { $gt: databaseNow() } }],
});

/** Locks the key until the transaction ends. Throws `Not Found`. */
export async function findKey(em: EntityManager, developerId: string, id: string): Promise<ApiKey> {
  const key = await em.findOne(ApiKey, { id, developerId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!key) throw new OutturnError('Not Found', { message: 'There is no API key with this id.' });
  return key;
}
