import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { AnswerTimeoutError } from '../base/pg-error.ts';
import { ignore } from './pools.ts';

/**
 * A pool that is replaced as a whole when one of its statements gets no answer in time.
 *
 * After a failover all connections to the lost server are dead in the same way: they are open, and nothing answers. A
 * pool alone closes them one by one, and each would cost a caller the full timeout (20 s for short statements). So
 * the first failure opens a new pool for the callers that follow; the old pool ends once its running statements have
 * ended.
 */
export class ReplacingPool {
  readonly #open: () => Pool;
  #current: Pool;

  constructor(open: () => Pool) {
    this.#open = open;
    this.#current = open();
  }

  get current(): Pool {
    return this.#current;
  }

  async query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    const pool = this.#current;
    try {
      return await pool.query<Row>(query);
    } catch (error) {
      // Statements that fail later on the same old pool must not replace the new one.
      if (pool === this.#current && error instanceof AnswerTimeoutError) {
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
