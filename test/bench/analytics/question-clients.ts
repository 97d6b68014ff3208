import { Pool } from 'pg';
import type { Question } from './questions.ts';

/** An entrant that answers questions. Returns the sum of a measure over all parts of the answer, by which answers are compared. */
export type QuestionClient = { who: string; ask(question: Question): Promise<string> };

type Server = { port: number };

/** Outturn over HTTP, from the request to the last byte of the answer. */
export function askOutturn(who: string, { port }: Server, token: string): QuestionClient {
  return {
    who,
    ask: async (question) =>
      sumOf(
        await post(port, requestOf(question), { authorization: `Bearer ${token}` }),
        new RegExp(`"${question.measure ?? 'revenue'}":"?([-\\d.]+)`, 'g'),
      ),
  };
}

/** A question as a GraphQL request. */
export function requestOf({ selection, window, timeZone }: Question) {
  const analytics = `analytics(window: $window, timeZone: $timeZone) { ${selection} }`;
  return {
    query: `query ($window: AnalyticsWindowInput!, $timeZone: String) { ${analytics} }`,
    variables: { window, timeZone },
  };
}

/** PostGraphile over HTTP, measured likewise. */
export function askPostgraphile(who: string, { port }: Server, developer: string): QuestionClient {
  return {
    who,
    ask: async ({ postgraphile }) =>
      sumOf(await post(port, { query: postgraphile, variables: { developer } }), /"amount":"([^"]+)"/g),
  };
}

async function post(port: number, body: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"errors"')) throw new Error(text.slice(0, 1000));
  return text;
}

/** Plain SQL on a session tuned like Outturn's: memory for a year, no JIT compilation, costs of in-memory indexes. */
export function askSql(
  who: string,
  databaseUrl: string,
  developer: string,
): QuestionClient & { close(): Promise<void> } {
  const options = '-c jit=off -c work_mem=64MB -c random_page_cost=1.1 -c max_parallel_workers_per_gather=2';
  const pool = new Pool({ connectionString: databaseUrl, max: 1, options });
  return {
    who,
    ask: async ({ sql, window: { from, to }, timeZone }) => {
      await pool.query("select set_config('TimeZone', $1, false)", [timeZone]);
      const values = [developer, from, to];
      const { rows } = await pool.query<string[]>({ text: sql, values, rowMode: 'array' });
      return cents(rows.map(([sum]) => Number(sum)));
    },
    close: () => pool.end(),
  };
}

function sumOf(text: string, amounts: RegExp): string {
  return cents([...text.matchAll(amounts)].map(([, amount]) => Number(amount)));
}

/** Doubles are exact enough for sums up to a trillion dollars in cents. */
function cents(amounts: readonly number[]): string {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0).toString();
}
