import type { Pool, PoolConfig } from 'pg';
import type { AnswerMemory } from '../base/answer-memory.ts';
import { OutturnError } from '../base/errors.ts';
import { isCanceled } from '../base/pg-error.ts';
import { withBusyError } from './busy-error.ts';
import { type AnswerTimeout, connectionOf } from './connection.ts';
import type { Distribution } from './distribution/distribution.ts';
import { openPool } from './pools.ts';
import { type QueryRows, textRows, within } from './query-rows.ts';
import type { Semaphore } from './semaphore.ts';
import type { MeasureTime } from './statement-timing.ts';

/** A PostgreSQL that answers questions: the primary, or a replica. */
export type ReadServer = {
  /** Throws `Question Too Large` after the read timeout, and `Rate Limit Exceeded` if no connection becomes free. */
  rows: QueryRows;
  /**
   * For questions of several statements on one snapshot. Such a question holds its connections for long, so it must
   * first acquire a permit of `semaphore` for each.
   */
  pool: Pool;
  semaphore: Semaphore;
  isPooled: boolean;
  distribution: Distribution;
  measure: MeasureTime;
  /** The memory of the answer that is read here. */
  memory?: AnswerMemory;
};

export type ReadOptions = {
  /** Milliseconds that one statement may take. */
  readTimeout: number;
  /** Timeout to obtain a connection, in milliseconds. */
  connectTimeout: number;
  isPooled: boolean;
  hasPreparedStatements: boolean;
  measure: MeasureTime;
  rewrite?: Distribution['rewrite'];
};

/**
 * Milliseconds between the timeout by which PostgreSQL cancels a statement itself and the one after which the gateway
 * gives up the connection. Without the second, a server that was lost would never end the question.
 */
const ANSWER_GRACE = 5_000;

/**
 * Opens the pool for lists and other questions of one statement. It is apart from the pool of short statements, so
 * that slow questions cannot delay records. PostgreSQL cancels a statement after `readTimeout`, and `rows` then
 * throws `Question Too Large`. `more` overrides settings of the pool.
 */
export function openReads(
  url: string,
  { readTimeout, connectTimeout, isPooled, ...options }: ReadOptions,
  more: PoolConfig & AnswerTimeout,
): { pool: Pool; rows: QueryRows } {
  // The timeout is a setting of the session, sent once when it begins. Connection poolers keep no settings of
  // sessions, so behind one each statement sets it in a transaction of its own (`within`).
  const timeout = isPooled ? {} : { statement_timeout: readTimeout };
  const answerTimeout = { answerTimeout: readTimeout + ANSWER_GRACE };
  const pool = withBusyError(
    openPool({
      ...connectionOf(url),
      connectionTimeoutMillis: connectTimeout,
      ...timeout,
      ...answerTimeout,
      ...more,
    }),
    url,
  );
  const rows = textRows(isPooled ? within(pool, readTimeout) : pool, options);
  return {
    pool,
    async rows(...statement) {
      try {
        return await rows(...statement);
      } catch (error) {
        throw isCanceled(error) ? tooSlow(readTimeout) : error;
      }
    },
  };
}

function tooSlow(milliseconds: number): OutturnError {
  return new OutturnError('Question Too Large', {
    message: `The answer took longer than ${milliseconds / 1000} seconds. Filter more narrowly, and page with cursors instead of a large offset.`,
  });
}
