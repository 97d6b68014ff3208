import type { Pool, PoolClient } from 'pg';

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * Lets `around` decide how a connection of `pool` is lent: it may look at the connection, ask for another, or answer
 * with another error. `pool.query` and MikroORM use the callback form of `pool.connect`, our code the promise; both
 * forms are replaced, so that no caller gets a connection without passing here. Wrappers nest: each calls the one
 * that was there before.
 */
export function aroundConnect(
  pool: Pool,
  around: (connect: (callback: Callback) => void, callback: Callback) => void,
): Pool {
  const original = pool.connect.bind(pool);

  function connect(): Promise<PoolClient>;
  function connect(callback: Callback): void;
  function connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    around(original, callback);
    return undefined;
  }
  pool.connect = connect;
  return pool;
}
