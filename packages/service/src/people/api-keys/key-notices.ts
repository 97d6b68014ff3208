import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../database/entity-properties.ts';
import { notify } from '../../database/notify.ts';
import type { ApiKey } from './api-key.entity.ts';

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
