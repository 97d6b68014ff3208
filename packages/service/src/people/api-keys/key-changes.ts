import type { EntityManager } from '@mikro-orm/postgresql';

/** Notices on this channel carry the id of a key that changed, or nothing when any may have. */
export const API_KEYS_CHANNEL = 'outturn_api_keys';

/** Makes every gateway look up one key again, or all of them, once the transaction is committed. */
export async function announceKeyChange(em: EntityManager, apiKeyId = ''): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [API_KEYS_CHANNEL, apiKeyId]);
}
