import type { Database } from './database.ts';

/** Runs work while holding a lock on the whole database, so that one process does it at a time. */
export async function withLock<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  const session = await database.openSession();
  try {
    await session.query('select pg_advisory_lock(hashtext($1))', [name]);
    return await work();
  } finally {
    // The lock ends with its session.
    await session.end().catch(() => undefined);
  }
}
