import { type Result, succeeded } from '../drivers/driver.ts';
import { send } from '../drivers/http.ts';
import { toResult } from '../drivers/trpc.ts';
import type { Answer, Question } from './question.ts';

/** Asks any question, including those that the types forbid. */
export async function tryAsk(url: string, token: string, question: unknown): Promise<Result<Answer>> {
  const input = encodeURIComponent(typeof question === 'string' ? question : JSON.stringify(question));
  return toResult<Answer>(await send(`${url}/trpc/analytics.slice?input=${input}`, { token }));
}

/** The answer to a question that must succeed. */
export async function ask(url: string, token: string, question: Question): Promise<Answer> {
  return succeeded(await tryAsk(url, token, question));
}
