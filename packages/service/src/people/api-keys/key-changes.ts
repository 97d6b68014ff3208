import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../database/columns.ts';
import { notify } from '../../database/notify.ts';
import type { ApiKey } from './api-key.entity.ts';

/** Notices on this channel carry the id of a key that changed, or nothing when any may have. */
export const API_KEYS_CHANNEL = 'outturn_api_keys';

/** Makes every gateway look up one key again, or all of them, once the transaction is committed. */
export function announceKeyChange(em: EntityManager, apiKeyId = ''): Promise<void> {
  return notify(em, API_KEYS_CHANNEL, apiKeyId);
}

/** Revokes a key whose row is locked, and announces it within the transaction, so that neither happens alone. */
export async function revoke(em: EntityManager, key: ApiKey): Promise<void> {
  key.revokedAt ??= databaseNow();
  await em.flush();
  await announceKeyChange(em, key.id);
}
