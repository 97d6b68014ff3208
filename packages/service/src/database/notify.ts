import type { EntityManager } from '@mikro-orm/postgresql';

/** Sends a notice once the transaction is committed. */
export async function notify(em: EntityManager, channel: string, payload: string): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [channel, payload]);
}
