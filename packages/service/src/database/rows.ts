import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import type { MeasureTime } from './measured.ts';
import { ignore } from './pools.ts';

/** One row as PostgreSQL's text, column by column. */
type TextRow = (string | null)[];

/**
 * Runs a named prepared statement and returns its rows as text: the fastest way out of PostgreSQL. Every connection keeps what it
 * has prepared, some 65 KB of PostgreSQL's memory each, so that what callers can put together in thousands of ways is not.
 */
export type QueryRows = (
  name: string,
  text: string,
  values: readonly unknown[],
  options?: { isPrepared: boolean },
) => Promise<TextRow[]>;

/** Who runs a statement: a pool, or what has one. */
type Asks = { query(query: QueryArrayConfig): Promise<QueryArrayResult<TextRow>> };

const asText = { getTypeParser: () => (value: unknown) => value };

export function textRows(
  source: Asks,
  { measure, hasPreparedStatements }: { measure: MeasureTime; hasPreparedStatements: boolean },
): QueryRows {
  return (name, text, values, { isPrepared } = { isPrepared: true }) => {
    const query: QueryArrayConfig = { text, values: values as unknown[], rowMode: 'array', types: asText };
    if (hasPreparedStatements && isPrepared) query.name = name;
    return measure(name, async () => (await source.query(query)).rows);
  };
}

/** Statements in transactions of their own, which end each after so many milliseconds. */
export function within(pool: Pool, milliseconds: number): Asks {
  const begin = `begin read only; set local statement_timeout = ${milliseconds}`;
  return {
    async query(query) {
      const client = await pool.connect();
      client.on('error', ignore);
      let failure: Error | undefined;
      try {
        await client.query(begin);
        const result = await client.query<TextRow>(query);
        await client.query('commit');
        return result;
      } catch (error) {
        failure = await client.query('rollback').then(
          () => undefined,
          (cause: Error) => cause,
        );
        throw error;
      } finally {
        client.off('error', ignore);
        client.release(failure);
      }
    },
  };
}
