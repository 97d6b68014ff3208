import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** A statement as a gateway sent it, with the values of its first execution. */
export type Statement = { text: string; values: unknown[] };

/** Preloaded into a gateway: writes down every statement that it sends, once per text. */
const file = process.env.OUTTURN_STATEMENTS ?? '';
const seen = new Set<string>();

type Query = (this: unknown, ...args: unknown[]) => unknown;
const client = pg.Client.prototype as unknown as { query: Query };
const { query } = client;
client.query = function (this: unknown, ...args) {
  const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
  const text = typeof first === 'string' ? first : (first.text ?? '');
  const given = typeof first === 'string' ? second : first.values;
  if (text !== '' && !seen.has(text)) {
    seen.add(text);
    const statement: Statement = { text, values: Array.isArray(given) ? given : [] };
    appendFileSync(file, `${JSON.stringify(statement)}\n`);
  }
  return query.apply(this, args);
};
