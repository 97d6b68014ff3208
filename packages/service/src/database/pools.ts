import { Pool, type PoolConfig } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
import { type AnswerTimeout, UtcClient } from './connection.ts';
import { aroundConnect } from './wrap-connect.ts';

/** `waiting`: callers without a connection. */
export type PoolLoad = { pool: string; busy: number; open: number; max: number; waiting: number };

export function openPool(config: PoolConfig & AnswerTimeout): Pool {
  const pool = new Pool(config);
  // The pool replaces broken connections.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** How often PostgreSQL checks whether the client is gone, in milliseconds. */
const CLIENT_CHECK_INTERVAL = 5_000;

/** Ends sessions whose client is gone, even waiting for a lock, where the operating system allows it. */
export const cancelOnDisconnect: PoolConfig = {
  verify(client, done) {
    // Servers that do not support the setting refuse it; the connection works.
    const acceptRefusal = (error: Error) => (sqlStateOf(error) === '' ? done(error) : done());
    client
      .query(`set client_connection_check_interval = ${CLIENT_CHECK_INTERVAL}`)
      .then(() => done(), acceptRefusal);
  },
};

/** After a failover, read-only connections would stay on the old server. */
export function discardReadOnly(pool: Pool): Pool {
  return aroundConnect(pool, function connect(ask, callback) {
    ask((error, client, done) => {
      if (!(client instanceof UtcClient && client.isReadOnly)) return callback(error, client, done);
      client.release(true);
      connect(ask, callback);
    });
  });
}

/** Without a listener, a lost connection ends the process. */
export const ignore = () => undefined;

export function loadOf(pool: string, { totalCount, idleCount, waitingCount, options }: Pool): PoolLoad {
  const { max } = options;
  return { pool, busy: totalCount - idleCount, open: totalCount, max, waiting: waitingCount };
}
