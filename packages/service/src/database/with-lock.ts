import { tooBusy } from '../base/errors.ts';
import { sqlStateOf } from '../base/pg-error.ts';
import type { Database } from './database.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** `waitAtMost` is in milliseconds; 0, the default: without limit. */
type LockOptions = { waitAtMost?: number };

/**
 * Runs work while holding a lock on the whole database, so that one process does it at a time. Throws when the lock was lost
 * meanwhile, as
 * another process may have done the same work, and `Rate Limit Exceeded` when another holds the lock for too long.
 */
export async function withLock<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
  { waitAtMost = 0 }: LockOptions = {},
): Promise<T> {
  const session = await database.openSession();
  try {
    // It is idle while the work goes on, for which a server may end it.
    await session.query('set idle_session_timeout = 0');
    await session.query(`set lock_timeout = ${waitAtMost}`);
    await session.query('select pg_advisory_lock(hashtext($1))', [name]).catch((cause: unknown) => {
      throw sqlStateOf(cause) === LOCK_NOT_AVAILABLE ? tooBusy(cause) : cause;
    });
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
