import type { RateLimit } from './hooks.ts';

/** Undefined for plans without a limit, and answers of other servers. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  if (Number.isNaN(limit + remaining + reset)) return undefined;
  return { limit, remaining, resetAt: new Date(reset * 1000) };
}
