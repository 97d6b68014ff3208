import type { Pool } from 'pg';
import { coalesce } from '../base/coalesce.ts';
import { tooBusy } from '../base/errors.ts';
import { isConnectionLimit } from '../base/pg-error.ts';
import { openSession } from './connection.ts';
import { aroundConnect } from './wrap-connect.ts';

const timeouts = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];
/** In milliseconds. */
const CHECK_TIMEOUT = 3_000;

/**
 * Turns pg's connection timeouts into `Rate Limit Exceeded` if PostgreSQL still answers a new connection: pg's
 * messages are the same for a busy and for an absent server.
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
