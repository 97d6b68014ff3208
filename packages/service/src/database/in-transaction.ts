import type { Database } from './database.ts';
import { type QueryRows, textRows } from './query-rows.ts';
import { transact } from './transact.ts';

/** Settings under which statements look rows up by their indexes, and never read a whole table. */
export const planning =
  'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off';

/**
 * Begins a transaction whose statements all find their rows by primary keys. Statistics may be those of an empty table, so
 * plans that read whole tables are turned off. A gateway that freezes in the middle holds its locks for ten seconds.
 */
const BEGIN = `begin isolation level read committed;
  set local idle_in_transaction_session_timeout = 10000; ${planning}`;

/** Runs statements that return text in one transaction. Rolls back and rejects if the work does. */
export function inTransaction<T>(
  { pool, measure }: Database,
  work: (ask: QueryRows) => Promise<T>,
): Promise<T> {
  return transact(pool, BEGIN, (client) => work(textRows(client, { measure, hasPreparedStatements: false })));
}
