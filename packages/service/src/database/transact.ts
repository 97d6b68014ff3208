import type { Pool, PoolClient } from 'pg';
import { ignore } from './pools.ts';

/** Runs the work in one transaction, which `begin` begins. Rolls back and rejects if the work does. */
export async function transact<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot roll back is broken: `release` closes it when it is passed an error.
    failure = await client.query('rollback').then(
      () => undefined,
      (cause: Error) => cause,
    );
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(failure);
  }
}
