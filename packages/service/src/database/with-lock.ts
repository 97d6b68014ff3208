import { tooBusy } from '../base/errors.ts';
import { isLockTimeout } from '../base/pg-error.ts';
import type { Database } from './database.ts';

/** `waitAtMost`: milliseconds to wait for the lock. Default: no limit. */
type LockOptions = { waitAtMost?: number };

/**
 * Runs `work` while no other process runs work under the same name, on any machine, by an advisory lock of
 * PostgreSQL.
 *
 * The lock belongs to a session, outside of the pools, that does nothing else. If that session is lost, PostgreSQL
 * frees the lock and another process may begin while `work` still runs. This cannot be prevented, so it is reported:
 * the session is asked once more at the end, and a failure throws although the work is done. Work under a lock must
 * therefore be safe to repeat. Throws `Rate Limit Exceeded` if the lock is not free in time.
 */
export async function withLock<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
  { waitAtMost = 0 }: LockOptions = {},
): Promise<T> {
  const session = await database.openSession();
  try {
    // The session is idle during the work, and a server may be set up to end idle sessions.
    await session.query('set idle_session_timeout = 0');
    await session.query('set statement_timeout = 0');
    await session.query(`set lock_timeout = ${waitAtMost}`);
    await session.query('select pg_advisory_lock(hashtext($1))', [name]).catch((cause: unknown) => {
      throw isLockTimeout(cause) ? tooBusy(cause) : cause;
    });
    const result = await work();
    await session.query('select 1').catch((cause: unknown) => {
      throw new Error(`The lock "${name}" was lost while the work went on. Do it again.`, { cause });
    });
    return result;
  } finally {
    // The end of the session also releases the lock.
    await session.end().catch(() => undefined);
  }
}
