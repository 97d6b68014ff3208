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

/** A server that answers questions: the primary, or a replica. */
export type ReadServer = {
  /** Single statements. Rejects with `Invalid Request` when one takes too long, and with `Rate Limit Exceeded` when busy. */
  rows: QueryRows;
  /** For questions of several statements, and how many of its connections they have together. */
  pool: Pool;
  gate: Gate;
  /** Whether transactions go through a pooler, so that nobody may hold one connection while waiting for another. */
  isPooled: boolean;
  distribution: Distribution;
  measure: MeasureTime;
};

export type ReadOptions = {
  /** Milliseconds that a question may take. */
  readTimeout: number;
  /** Milliseconds that a statement may wait for a connection. */
  patience: number;
  isPooled: boolean;
  hasPreparedStatements: boolean;
  measure: MeasureTime;
};

/** How much later than it should have given up a server is taken for gone, in milliseconds. */
const SILENCE = 5_000;

/** Connections for single statements whose cost is the caller's choice; `more` are settings of the pool. */
export function openReads(
  url: string,
  { readTimeout, patience, isPooled, ...options }: ReadOptions,
  more: PoolConfig & Silence,
): { pool: Pool; rows: QueryRows } {
  // A pooler of transactions takes no such setting for a whole session.
  const timeout = isPooled ? {} : { statement_timeout: readTimeout };
  // Of a server that has gone without a word, nobody hears that it took too long.
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
