import type { Pool } from 'pg';
import { coalesce } from '../base/coalesce.ts';
import { tooBusy } from '../base/errors.ts';
import { hasNoRoom } from '../base/pg-error.ts';
import { aroundConnect } from './around-connect.ts';
import { openSession } from './connection.ts';

/** What pg says when no connection was given back in time, and when a new one was not there in time. */
const timeouts = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];
/** How long PostgreSQL may take to answer whoever asks whether it is there, in milliseconds. */
const ANSWER_WITHIN = 3_000;

/**
 * Has those who waited in vain for a connection of a pool told to come back (`Rate Limit Exceeded`): as long as
 * PostgreSQL is there it is only busy, be it that it has no room for one connection more, and nothing that they wanted was
 * begun. While it is away they hear so, as without this. By pg's words the two cannot be told apart: connections that somebody
 * uses and those to a server that is silent look the same.
 */
export function tellWhenBusy(pool: Pool, url: string): Pool {
  const isThere = coalesce(() => answers(url));

  async function reasonOf(error: Error): Promise<Error> {
    const isBusy = hasNoRoom(error) || (timeouts.includes(error.message) && (await isThere()));
    return isBusy ? tooBusy(error) : error;
  }

  return aroundConnect(pool, (ask, callback) =>
    ask((error, client, done) => {
      if (error) void reasonOf(error).then((reason) => callback(reason, undefined, done));
      else callback(undefined, client, done);
    }),
  );
}

/** Whether PostgreSQL answers a new connection, be it that it has no room for one; a pooler alone does not. */
async function answers(url: string): Promise<boolean> {
  const settings = { connectionTimeoutMillis: ANSWER_WITHIN, silence: ANSWER_WITHIN };
  try {
    const session = await openSession(url, settings);
    try {
      await session.query('select 1');
      return true;
    } finally {
      void session.end().catch(() => undefined);
    }
  } catch (error) {
    return hasNoRoom(error);
  }
}
