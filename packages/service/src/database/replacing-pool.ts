import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { AnswerTimeoutError } from '../base/pg-error.ts';
import { ignore } from './pools.ts';

/**
 * Replaces the pool when a statement gets no answer: after a failover all connections are dead, and each would cost a
 * caller the timeout.
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
