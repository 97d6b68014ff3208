import type { Pool, PoolClient } from 'pg';
import { tooBusy } from '../kernel/errors.ts';
import { openSession } from './connection.ts';
import { inRounds } from './in-rounds.ts';
import { sqlStateOf } from './pg-error.ts';

/** What pg says when no connection was given back in time, and when a new one was not there in time. */
const timeouts = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];
/** How long PostgreSQL may take to answer whoever asks whether it is there, in milliseconds. */
const ANSWER_WITHIN = 3_000;
/** What PostgreSQL says where it has no room for one more connection. */
const TOO_MANY_CONNECTIONS = '53300';

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * Has those who waited in vain for a connection of a pool told to come back (`Rate Limit Exceeded`): as long as
 * PostgreSQL is there it is only busy, and nothing that they wanted was begun. While it is away they hear so, as without
 * this. By pg's words the two cannot be told apart: connections that somebody uses and those to a server that is silent
 * look the same.
 */
export function tellWhenBusy(pool: Pool, url: string): Pool {
  const ask = pool.connect.bind(pool);
  const isThere = inRounds(() => answers(url));

  async function reasonOf(error: Error): Promise<Error> {
    return timeouts.includes(error.message) && (await isThere()) ? tooBusy(error) : error;
  }

  function connect(): Promise<PoolClient>;
  function connect(callback: Callback): void;
  function connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    ask((error, client, done) => {
      if (error) void reasonOf(error).then((reason) => callback(reason, undefined, done));
      else callback(undefined, client, done);
    });
    return undefined;
  }
  pool.connect = connect;
  return pool;
}

/** Whether PostgreSQL answers a new connection, be it that it has no room for one; a pooler alone does not. */
async function answers(url: string): Promise<boolean> {
  const settings = { connectionTimeoutMillis: ANSWER_WITHIN, query_timeout: ANSWER_WITHIN };
  try {
    const session = await openSession(url, settings);
    try {
      await session.query('select 1');
      return true;
    } finally {
      void session.end().catch(() => undefined);
    }
  } catch (error) {
    return sqlStateOf(error) === TOO_MANY_CONNECTIONS;
  }
}
