import { tooBusy } from '../base/errors.ts';
import { isLockTimeout } from '../base/pg-error.ts';
import type { Database } from './database.ts';

/** Milliseconds; default: no limit. */
type LockOptions = { waitAtMost?: number };

/** Throws if the lock is lost meanwhile, `Rate Limit Exceeded` if not free in time. */
export async function withLock<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
  { waitAtMost = 0 }: LockOptions = {},
): Promise<T> {
  const session = await database.openSession();
  try {
    // Servers may end idle sessions.
    await session.query('set idle_session_timeout = 0');
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
    // Also releases the lock.
    await session.end().catch(() => undefined);
  }
}
