import type { EntityManager } from '@mikro-orm/postgresql';

/** PostgreSQL sends the notice when the transaction commits. */
export async function notify(em: EntityManager, channel: string, payload: string): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [channel, payload]);
}
