import type { Pool, PoolConfig } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { isCanceled } from '../base/pg-error.ts';
import { tellWhenBusy } from './busy-pool.ts';
import { connectionOf, type Silence } from './connection.ts';
import type { Distribution } from './distribution/distribution.ts';
import type { MeasureTime } from './measured.ts';
import { openPool } from './pools.ts';
import { type QueryRows, textRows, within } from './rows.ts';
import type { Gate } from './semaphore.ts';

export type ReadServer = {
  /** `Invalid Request` when too slow, `Rate Limit Exceeded` when busy. */
  rows: QueryRows;
  /** For questions of several statements, limited by `gate`. */
  pool: Pool;
  gate: Gate;
  isPooled: boolean;
  distribution: Distribution;
  measure: MeasureTime;
};

export type ReadOptions = {
  readTimeout: number;
  /** Milliseconds for a connection. */
  patience: number;
  isPooled: boolean;
  hasPreparedStatements: boolean;
  measure: MeasureTime;
};

/** Milliseconds beyond the read timeout. */
const SILENCE = 5_000;

export function openReads(
  url: string,
  { readTimeout, patience, isPooled, ...options }: ReadOptions,
  more: PoolConfig & Silence,
): { pool: Pool; rows: QueryRows } {
  // Poolers keep no settings of sessions.
  const timeout = isPooled ? {} : { statement_timeout: readTimeout };
  const silence = { silence: readTimeout + SILENCE };
  const pool = tellWhenBusy(
    openPool({ ...connectionOf(url), connectionTimeoutMillis: patience, ...timeout, ...silence, ...more }),
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
  return new OutturnError('Invalid Request', {
    message: `The answer took longer than ${milliseconds / 1000} seconds. Filter more narrowly, and page with the cursor of the Link header instead of a large offset.`,
  });
}
