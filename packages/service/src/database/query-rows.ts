import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { type AnswerMemory, textParsers } from '../base/answer-memory.ts';
import type { MeasureTime } from './statement-timing.ts';
import { transact } from './transact.ts';

type TextRow = (string | null)[];

/**
 * Runs a statement and returns its rows as arrays of text, in the order of the selected columns. Text is the fastest
 * format: no value is parsed, and most values go into JSON as they are.
 *
 * `name` identifies the statement in metrics and, if it is prepared, in PostgreSQL, so one name must always stand for
 * one text. Each prepared statement takes about 65 KB in every connection of PostgreSQL: a statement with many
 * variants passes `isPrepared: false`. What it returns is held in `memory`, which throws where that is too much.
 */
export type QueryRows = (
  name: string,
  text: string,
  values: readonly unknown[],
  options?: { isPrepared: boolean; memory?: AnswerMemory | undefined },
) => Promise<TextRow[]>;

/** Replaces the parsers of `pg`: values stay the text that PostgreSQL sent. */
export const asText = { getTypeParser: () => (value: unknown) => value };

type Queryable = { query(query: QueryArrayConfig): Promise<QueryArrayResult<TextRow>> };

type RowsOptions = {
  measure: MeasureTime;
  hasPreparedStatements: boolean;
  rewrite?: ((sql: string) => string) | undefined;
};

export function textRows(
  source: Queryable,
  { measure, hasPreparedStatements, rewrite = (sql) => sql }: RowsOptions,
): QueryRows {
  return (name, sql, values, { isPrepared, memory } = { isPrepared: true }) => {
    const text = rewrite(sql);
    const query: QueryArrayConfig = {
      text,
      values: values as unknown[],
      rowMode: 'array',
      types: memory ? textParsers(memory) : asText,
    };
    if (hasPreparedStatements && isPrepared) query.name = name;
    return measure(name, async () => (await source.query(query)).rows);
  };
}

/**
 * A pool whose statements each end after a timeout, also behind a transaction pooler. There a session has no settings
 * that last, as the next statement may run on another connection of PostgreSQL; so each statement gets a transaction
 * of its own, which sets the timeout for itself. This costs two more round trips.
 */
export function within(pool: Pool, milliseconds: number): Queryable {
  const begin = `begin read only; set local statement_timeout = ${milliseconds}`;
  return {
    query: (query) => transact(pool, begin, (client) => client.query<TextRow>(query)),
  };
}
