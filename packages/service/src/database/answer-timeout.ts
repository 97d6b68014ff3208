import type { Client } from 'pg';
import { AnswerTimeoutError } from '../base/pg-error.ts';

/**
 * Ends a connection whose statement gets no answer, which fails with `AnswerTimeoutError`. One timer serves all
 * statements.
 */
export function withAnswerTimeout(client: Client, milliseconds: number): void {
  // Instrumentation replaces `query`.
  const prototype: { query(...args: unknown[]): unknown } = Object.getPrototypeOf(client);
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    if (!isAsked) return;
    client.on('error', () => undefined);
    client.connection.stream.destroy(new AnswerTimeoutError());
  };
  const query = (...args: unknown[]) => {
    isAsked = true;
    timer = timer?.refresh() ?? setTimeout(check, milliseconds).unref();
    return Reflect.apply(prototype.query, client, args);
  };
  const rest = () => {
    isAsked = false;
  };
  client.query = query as Client['query'];
  client.on('drain', rest);
  client.once('end', () => clearTimeout(timer));
}
