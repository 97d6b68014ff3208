import { type Json, ref } from './json.ts';

const text = (maxLength: number, pattern: string): Json => ({ type: 'string', maxLength, pattern });
const count: Json = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/**
 * Rate-limit headers are absent for plans without a limit and for requests refused before they are counted. Three names are in lower case, because the OWASP ruleset reports an error for a document with both `RateLimit` and
 * `X-RateLimit-Limit`.
 */
export const headers: Record<string, Json> = {
  'X-Request-Id': {
    description:
      'Identifies the request in our logs: the id that you sent in this header, or a generated one.',
    schema: text(200, '^[\\x21-\\x7e]+$'),
    example: 'b7c1f1a2-3c58-4b0e-9a55-0a3c6f1d2e4b',
  },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored answer to an earlier request, and nothing was written.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Link: {
    description: 'Path and query of the next page. Absent on the last page.',
    schema: text(16_384, '^<[^>]+>; rel="next"$'),
    example: '</v1/revenues?limit=100&cursor=LWlkCjAxOGQwYzNl>; rel="next"',
  },
  'RateLimit-Policy': {
    description: 'The limit of your plan: quota `q` per window of `w` seconds (IETF draft).',
    schema: text(100, '^"[a-z]+";q=\\d+;w=\\d+$'),
    example: '"pro";q=6000;w=60',
  },
  RateLimit: {
    description: 'Remaining quota (`r`) and seconds until it resets (`t`) (IETF draft).',
    schema: text(100, '^"[a-z]+";r=\\d+;t=\\d+$'),
    example: '"pro";r=5999;t=42',
  },
  'x-ratelimit-limit': { description: 'The quota per minute.', schema: count, example: 6000 },
  'x-ratelimit-remaining': { description: 'The remaining quota.', schema: count, example: 5999 },
  'x-ratelimit-reset': {
    description: 'When the quota resets, in Unix seconds.',
    schema: count,
    example: 1_705_314_642,
  },
  'Retry-After': {
    description:
      'Seconds to wait before the next attempt. Back off exponentially after that. For a batch with status 200: seconds to wait before you resend the items that failed with `Server Error` or `Rate Limit Exceeded`.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 3600 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  'Access-Control-Allow-Origin': {
    description:
      'The origin of the calling web page, if the operator allows it in `CORS_ORIGINS`. Absent by default, because API keys do not belong in client-side code.',
    schema: text(300, '^https?://[^\\s/]+$'),
    example: 'https://app.example.com',
  },
};

/** Adds the headers of every answer. */
export function headerRefs(...names: (keyof typeof headers)[]): Json {
  return Object.fromEntries([...names, ...everywhere].map((name) => [name, ref('headers', name)]));
}

const everywhere = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'Access-Control-Allow-Origin',
];
