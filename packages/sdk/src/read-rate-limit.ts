import type { RateLimit } from './hooks.ts';

/** Undefined for plans without a limit, and answers of other servers. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  const limit = read('limit');
  const remaining = read('remaining');
  const reset = read('reset');
  if (Number.isNaN(limit + remaining + reset)) return undefined;
  return { limit, remaining, resetAt: new Date(reset * 1000) };
}
