import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** `pg`'s types omit this. */
type Identified = { processID: number };

/** A transaction with its connection, for `COPY`, which MikroORM does not offer. Not behind a pooler. */
export async function withTransactionClient<T>(
  database: Database,
  work: (em: EntityManager, client: PoolClient) => Promise<T>,
): Promise<T> {
  const taken: PoolClient[] = [];
  const note = (client: PoolClient) => taken.push(client);
  database.pool.on('acquire', note);
  try {
    return await database.transactional(async (em) => {
      const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      const own = taken.find((client) => (client as unknown as Identified).processID === row?.pid);
      if (!own) throw new Error('The connection of the transaction was not found.');
      return work(em, own);
    });
  } finally {
    database.pool.off('acquire', note);
  }
}
