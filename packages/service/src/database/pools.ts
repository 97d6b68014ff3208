import { Pool, type PoolConfig } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
import { aroundConnect } from './around-connect.ts';
import { type Silence, UtcClient } from './connection.ts';

/** Connections of one purpose: how many are at work, open and allowed, and how many callers wait for one. */
export type PoolLoad = { pool: string; busy: number; open: number; most: number; waiting: number };

export function openPool(config: PoolConfig & Silence): Pool {
  const pool = new Pool(config);
  // One that breaks while idle is replaced, and one that breaks while it is verified is not handed out.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** How often PostgreSQL looks whether we are still there while a statement of ours waits, in milliseconds. */
const LOOK_EVERY = 5_000;

/**
 * Settings of a pool that have PostgreSQL end what a connection that was given up still waits for, such as a lock, and its
 * session. Not on every system that PostgreSQL runs on: there the session ends when the wait does.
 */
export const endingWithUs: PoolConfig = {
  verify(client, done) {
    const isThere = (error: Error) => (sqlStateOf(error) === '' ? done(error) : done());
    client.query(`set client_connection_check_interval = ${LOOK_EVERY}`).then(() => done(), isThere);
  },
};

/**
 * Has connections to the primary that lead to a server which takes no writes replaced by new ones: after a failover they would
 * stay with it for as long as there is anything to ask, wherever the address leads.
 */
export function leaveReadOnly(pool: Pool): Pool {
  return aroundConnect(pool, function connect(ask, callback) {
    ask((error, client, done) => {
      if (!(client instanceof UtcClient && client.isReadOnly)) return callback(error, client, done);
      client.release(true);
      connect(ask, callback);
    });
  });
}

/** A connection that breaks fails what is asked of it; without a listener it would end the process. */
export const ignore = () => undefined;

export function loadOf(pool: string, { totalCount, idleCount, waitingCount, options }: Pool): PoolLoad {
  const most = options.max;
  return { pool, busy: totalCount - idleCount, open: totalCount, most, waiting: waitingCount };
}
