import { isRaw, type LoggingOptions, type Platform, raw, type Transaction } from '@mikro-orm/core';
import { PostgreSqlConnection } from '@mikro-orm/postgresql';

type Execute = PostgreSqlConnection['execute'];
type Compiled = { readonly sql: string; readonly parameters: readonly unknown[] };
type Executor = { executeQuery(compiled: Compiled, options?: object): Promise<unknown> };

/**
 * Sends values to PostgreSQL as parameters. MikroORM 7 compiles a statement to a text with a `?` for each value, and its
 * own connection writes the values into this text as literals. There the log of the server shows them, and a value whose
 * type MikroORM does not recognise becomes a part of the statement.
 *
 *     set name = ?, updated_at = ? where id in (?)               'Ada', sql`greatest(now(), ${then})`, [1, 2]
 *     set name = $1, updated_at = greatest(now(), $2) where id in ($3, $4)               'Ada', then, 1, 2
 */
export class BoundConnection extends PostgreSqlConnection {
  override async execute<T extends Awaited<ReturnType<Execute>>>(
    query: Parameters<Execute>[0],
    params: Parameters<Execute>[1] = [],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Transaction,
    loggerContext?: LoggingOptions,
  ): Promise<T> {
    const fragment = typeof query === 'string' ? raw(query, params) : isRaw(query) ? query : query.toRaw();
    const { text, values } = bind(this.platform, fragment);
    const executor: Executor = transaction ?? this.getClient();
    // MikroORM passes on a text without values as it is.
    const withValues: Executor = {
      executeQuery: (compiled, options) =>
        executor.executeQuery({ ...compiled, parameters: values }, options),
    };
    return super.execute<T>(text, [], method, withValues, loggerContext);
  }

  override stream(): never {
    throw new Error('MikroORM writes the values of streams into the text. Use `database.rows`.');
  }
}

type Fragment = { sql: string; params: readonly unknown[] };

/** Reads `?`, `??` (a name) and `\?` (a question mark) as MikroORM does. */
export function bind(platform: Platform, statement: Fragment): { text: string; values: unknown[] } {
  const values: unknown[] = [];

  const fill = ({ sql, params }: Fragment): string => {
    // MikroORM has no placeholders in a text without values.
    if (params.length === 0) return sql;
    let next = 0;
    return sql.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      const value = params[next++];
      // A name is an identifier of our own, not a value.
      return mark === '??' ? platform.quoteIdentifier(value as string) : place(value);
    });
  };

  const place = (value: unknown): string => {
    if (isRaw(value)) return fill(value);
    if (Array.isArray(value)) return value.map(place).join(', ');
    return `$${values.push(toParameter(value))}`;
  };

  return { text: fill(statement), values };
}

/** `pg` writes dates in the time zone of the process, rounded to minutes, and calls a `toPostgres` of objects. */
function toParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return JSON.stringify(value);
}
