import type { Database } from './database.ts';

/** Runs work while holding a lock on the whole database, so that one process does it at a time. */
export async function withLock<T>({ pool }: Database, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const onError = () => undefined;
  client.on('error', onError);
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]).catch(() => undefined);
    client.off('error', onError);
    client.release();
  }
}
