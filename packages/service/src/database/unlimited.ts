import type { Client } from 'pg';
import type { Database } from './database.ts';
import { type QueryRows, textRows } from './query-rows.ts';

/**
 * SQL that turns off the timeouts for a session or a transaction. A server or a role may have set them, and backups,
 * migrations and checks take longer than any of them allows.
 */
export function unlimited(range: 'session' | 'transaction'): string {
  return `select set_config(name, '0', ${range === 'transaction'}) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
}

/** A session of its own for statements that may take long, without timeouts. The caller must end it. */
export async function openUnlimited(database: Database): Promise<{ session: Client; rows: QueryRows }> {
  const session = await database.openSession();
  await session.query(unlimited('session'));
  const { measure, distribution } = database;
  return {
    session,
    rows: textRows(session, { measure, hasPreparedStatements: false, rewrite: distribution.rewrite }),
  };
}
