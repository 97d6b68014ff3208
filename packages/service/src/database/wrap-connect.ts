import type { Pool, PoolClient } from 'pg';

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Wraps both forms of `pool.connect`: callback and promise. */
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
