import { Pool, type PoolConfig } from 'pg';

/** Connections of one purpose: how many are at work, open and allowed, and how many callers wait for one. */
export type PoolLoad = { pool: string; busy: number; open: number; most: number; waiting: number };

export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // One that breaks while idle is replaced, and one that breaks while it is verified is not handed out.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** A connection that breaks fails what is asked of it; without a listener it would end the process. */
export const ignore = () => undefined;

export function loadOf(pool: string, { totalCount, idleCount, waitingCount, options }: Pool): PoolLoad {
  const most = options.max;
  return { pool, busy: totalCount - idleCount, open: totalCount, most, waiting: waitingCount };
}
