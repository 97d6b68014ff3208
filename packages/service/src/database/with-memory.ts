import type { AnswerMemory } from '../base/answer-memory.ts';
import type { Database } from './database.ts';
import type { QueryRows } from './query-rows.ts';

/**
 * The database for one call, whose answer takes the `memory` of all that it reads. A stream gives that back when it reads on,
 * because its events were sent by then.
 */
export function withMemory(
  database: Database,
  memory: AnswerMemory | undefined,
  { isStream = false } = {},
): Database {
  if (!memory) return database;
  const begin = () => {
    if (isStream) memory.release();
  };
  const holding =
    (rows: QueryRows): QueryRows =>
    (name, text, values, options) => {
      begin();
      return rows(name, text, values, { isPrepared: true, ...options, memory });
    };
  return {
    ...database,
    rows: holding(database.rows),
    quick: holding(database.quick),
    read: holding(database.read),
    onServer: (work) =>
      database.onServer((server) => {
        begin();
        return work({ ...server, rows: holding(server.rows), memory });
      }),
  };
}
