import type { Pool, PoolConfig } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { isCanceled } from '../base/pg-error.ts';
import { withBusyError } from './busy-error.ts';
import { type AnswerTimeout, connectionOf } from './connection.ts';
import type { Distribution } from './distribution/distribution.ts';
import { openPool } from './pools.ts';
import { type QueryRows, textRows, within } from './query-rows.ts';
import type { Semaphore } from './semaphore.ts';
import type { MeasureTime } from './statement-timing.ts';

export type ReadServer = {
  /** `Invalid Request` when too slow, `Rate Limit Exceeded` when busy. */
  rows: QueryRows;
  /** For questions of several statements, limited by `semaphore`. */
  pool: Pool;
  semaphore: Semaphore;
  isPooled: boolean;
  distribution: Distribution;
  measure: MeasureTime;
};

export type ReadOptions = {
  readTimeout: number;
  /** Timeout to obtain a connection, in milliseconds. */
  connectTimeout: number;
  isPooled: boolean;
  hasPreparedStatements: boolean;
  measure: MeasureTime;
  rewrite?: Distribution['rewrite'];
};

/** Milliseconds after the read timeout, in case PostgreSQL has not cancelled the statement itself. */
const ANSWER_GRACE = 5_000;

export function openReads(
  url: string,
  { readTimeout, connectTimeout, isPooled, ...options }: ReadOptions,
  more: PoolConfig & AnswerTimeout,
): { pool: Pool; rows: QueryRows } {
  // Poolers keep no settings of sessions.
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
