import type { Database } from './database.ts';

/**
 * Runs work while holding a lock on the whole database, so that one process does it at a time. Throws when the lock was lost
 * meanwhile, as somebody else may have done the same work.
 */
export async function withLock<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  const session = await database.openSession();
  try {
    // It is idle while the work goes on, for which a server may end it.
    await session.query('set idle_session_timeout = 0');
    await session.query('select pg_advisory_lock(hashtext($1))', [name]);
    const result = await work();
    await session.query('select 1').catch((cause: unknown) => {
      throw new Error(`The lock "${name}" was lost while the work went on. Do it again.`, { cause });
    });
    return result;
  } finally {
    // The lock ends with its session.
    await session.end().catch(() => undefined);
  }
}
