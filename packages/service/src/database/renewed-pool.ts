import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { SilentConnection } from '../base/pg-error.ts';
import { ignore } from './pools.ts';

/**
 * A pool that is replaced by a new one when a statement gets no answer in time: where one connection has fallen silent, as after
 * a failover or on a lost way, the others have too, and each would keep a caller waiting as long. They end as they come back.
 */
export class RenewedPool {
  readonly #open: () => Pool;
  #current: Pool;

  /** `open` makes a pool whose connections end when they are silent. */
  constructor(open: () => Pool) {
    this.#open = open;
    this.#current = open();
  }

  /** The pool that is in use now. */
  get current(): Pool {
    return this.#current;
  }

  async query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    const pool = this.#current;
    try {
      return await pool.query<Row>(query);
    } catch (error) {
      if (pool === this.#current && error instanceof SilentConnection) {
        this.#current = this.#open();
        void pool.end().catch(ignore);
      }
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#current.end();
  }
}
