import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** `pg`'s types omit this. */
type Identified = { processID: number };

/** A transaction with its connection, for `COPY`, which MikroORM does not offer. */
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
      if (!own)
        throw new Error('DATABASE_URL leads through a pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself.');
      return work(em, own);
    });
  } finally {
    database.pool.off('acquire', note);
  }
}
