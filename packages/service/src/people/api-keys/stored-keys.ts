import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { notify } from '../../database/notify.ts';
import { ApiKey } from './api-key.entity.ts';
import { displayPrefix, hashToken, newToken } from './token.ts';

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

type KeyFields = Pick<ApiKey, 'developerId' | 'name' | 'scopes' | 'expiresAt'>;

/** The only place that returns the token. */
export async function makeKey(em: EntityManager, fields: KeyFields): Promise<{ key: ApiKey; token: string }> {
  const token = newToken();
  const key = em.create(ApiKey, {
    ...fields,
    scopes: [...new Set(fields.scopes)],
    id: newId(),
    prefix: displayPrefix(token),
    hash: hashToken(token),
  });
  await em.flush();
  return { key, token };
}

/** Payload: id of a changed key; empty for all. */
export const API_KEYS_CHANNEL = 'outturn_api_keys';

/** Gateways look up one key, or all, after the commit. */
export function announceKeyChange(em: EntityManager, apiKeyId = ''): Promise<void> {
  return notify(em, API_KEYS_CHANNEL, apiKeyId);
}

/** The row must be locked. */
export async function revoke(em: EntityManager, key: ApiKey): Promise<void> {
  key.revokedAt ??= databaseNow();
  await em.flush();
  await announceKeyChange(em, key.id);
}
