import type { Pool } from 'pg';
import { coalesce } from '../base/coalesce.ts';
import { tooBusy } from '../base/errors.ts';
import { isConnectionLimit } from '../base/pg-error.ts';
import { openSession } from './connection.ts';
import { aroundConnect } from './wrap-connect.ts';

/** The two messages of `pg` for a connection that was not obtained in time: waiting for the pool, and opening one. */
const timeouts = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];
/** In milliseconds. */
const CHECK_TIMEOUT = 3_000;

/**
 * Distinguishes a busy database from one that is away, which `pg` reports by the same messages when no connection was
 * obtained in time. A caller should get `Rate Limit Exceeded` in the first case and an outage in the second.
 *
 * After a timeout, one connection is opened apart from the pool. If PostgreSQL answers on it, or says that it has no
 * connection left, it is only busy. Concurrent failures share this check.
 */
export function withBusyError(pool: Pool, url: string): Pool {
  const isThere = coalesce(() => isReachable(url));

  async function reasonOf(error: Error): Promise<Error> {
    const isBusy = isConnectionLimit(error) || (timeouts.includes(error.message) && (await isThere()));
    return isBusy ? tooBusy(error) : error;
  }

  return aroundConnect(pool, (ask, callback) =>
    ask((error, client, done) => {
      if (error) void reasonOf(error).then((reason) => callback(reason, undefined, done));
      else callback(undefined, client, done);
    }),
  );
}

async function isReachable(url: string): Promise<boolean> {
  const settings = { connectionTimeoutMillis: CHECK_TIMEOUT, answerTimeout: CHECK_TIMEOUT };
  try {
    const session = await openSession(url, settings);
    try {
      await session.query('select 1');
      return true;
    } finally {
      void session.end().catch(() => undefined);
    }
  } catch (error) {
    return isConnectionLimit(error);
  }
}
