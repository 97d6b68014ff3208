import type { Database } from './database.ts';
import { ignore } from './pools.ts';
import { type QueryRows, textRows } from './query-rows.ts';

export const planning =
  'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off';

/**
 * Begins a transaction whose statements all find their rows by primary keys. Statistics may be those of an empty table, so
 * plans that read whole tables are turned off. A gateway that freezes in the middle holds its locks for ten seconds.
 */
const BEGIN = `begin isolation level read committed;
  set local idle_in_transaction_session_timeout = 10000; ${planning}`;

/** Runs statements that return text in one transaction. Rolls back and rejects if the work does. */
export async function inTransaction<T>(database: Database, work: (ask: QueryRows) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  client.on('error', ignore);
  let failure: Error | undefined;
  const { measure } = database;
  try {
    await client.query(BEGIN);
    const result = await work(textRows(client, { measure, hasPreparedStatements: false }));
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
