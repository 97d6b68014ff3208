import { Pool, type PoolConfig } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
import { type AnswerTimeout, UtcClient } from './connection.ts';
import { aroundConnect } from './wrap-connect.ts';

/** `waiting`: the number of callers that wait for a connection. */
export type PoolLoad = { pool: string; busy: number; open: number; max: number; waiting: number };

export function openPool(config: PoolConfig & AnswerTimeout): Pool {
  const pool = new Pool(config);
  // A lost connection emits `error`, which would end the process if nothing listened. The pool replaces such a
  // connection by itself, so there is nothing to do.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** Milliseconds between the checks by which PostgreSQL notices that the client of a running statement is gone. */
const CLIENT_CHECK_INTERVAL = 5_000;

/**
 * Options of a pool whose sessions end when the gateway is gone or has dropped the connection, even while they wait
 * for a lock. By default PostgreSQL notices a lost client only when it sends the answer: until then an abandoned
 * statement keeps its connection and its locks.
 */
export const cancelOnDisconnect: PoolConfig = {
  verify(client, done) {
    // The setting depends on the operating system of the server. A server that does not support it refuses it with an
    // SQLSTATE, and the connection works without; any other error means that the connection does not work.
    const acceptRefusal = (error: Error) => (sqlStateOf(error) === '' ? done(error) : done());
    client
      .query(`set client_connection_check_interval = ${CLIENT_CHECK_INTERVAL}`)
      .then(() => done(), acceptRefusal);
  },
};

/**
 * Closes connections to a read-only server instead of lending them. After a failover the old primary may stay up as a
 * standby: its connections are open and idle, so the pool would go on lending them, and each write would fail.
 */
export function discardReadOnly(pool: Pool): Pool {
  return aroundConnect(pool, function connect(ask, callback) {
    ask((error, client, done) => {
      if (!(client instanceof UtcClient && client.isReadOnly)) return callback(error, client, done);
      client.release(true);
      connect(ask, callback);
    });
  });
}

/** A listener for `error` events that need no handling: an `error` event without any listener ends the process. */
export const ignore = () => undefined;

export function loadOf(pool: string, { totalCount, idleCount, waitingCount, options }: Pool): PoolLoad {
  const { max } = options;
  return { pool, busy: totalCount - idleCount, open: totalCount, max, waiting: waitingCount };
}
