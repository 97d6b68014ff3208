import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { ignore } from './pools.ts';
import type { MeasureTime } from './statement-timing.ts';

type TextRow = (string | null)[];

/**
 * Rows as text, the fastest format. A prepared statement costs PostgreSQL 65 KB per connection: prepare few variants.
 */
export type QueryRows = (
  name: string,
  text: string,
  values: readonly unknown[],
  options?: { isPrepared: boolean },
) => Promise<TextRow[]>;

type Queryable = { query(query: QueryArrayConfig): Promise<QueryArrayResult<TextRow>> };

type RowsOptions = {
  measure: MeasureTime;
  hasPreparedStatements: boolean;
  rewrite?: ((sql: string) => string) | undefined;
};

const asText = { getTypeParser: () => (value: unknown) => value };

export function textRows(
  source: Queryable,
  { measure, hasPreparedStatements, rewrite = (sql) => sql }: RowsOptions,
): QueryRows {
  return (name, sql, values, { isPrepared } = { isPrepared: true }) => {
    const text = rewrite(sql);
    const query: QueryArrayConfig = { text, values: values as unknown[], rowMode: 'array', types: asText };
    if (hasPreparedStatements && isPrepared) query.name = name;
    return measure(name, async () => (await source.query(query)).rows);
  };
}

/** Timeout per transaction, for connection poolers. */
export function within(pool: Pool, milliseconds: number): Queryable {
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
