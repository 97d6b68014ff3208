import { type Json, ref } from './json.ts';

const text = (maxLength: number, pattern: string): Json => ({ type: 'string', maxLength, pattern });
const count: Json = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/**
 * The headers of answers. Those of the rate limit are absent where there is no limit: for a plan without one, and for
 * requests that were refused before they were counted.
 *
 * Three names are in lower case, which is the same header: the OWASP ruleset wants either `RateLimit` or
 * `X-RateLimit-Limit`, and takes both for an error.
 */
export const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Identifies the request in our logs: the one that you sent under this name, or one of ours.',
    schema: text(200, '^[\\x21-\\x7e]+$'),
    example: 'b7c1f1a2-3c58-4b0e-9a55-0a3c6f1d2e4b',
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the remembered answer of an earlier request, and nothing was written.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Link: {
    description: 'Where the next page is, as a path with its query. Absent on the last page.',
    schema: text(16_384, '^<[^>]+>; rel="next"$'),
    example: '</v1/revenues?limit=100&cursor=LWlkCjAxOGQwYzNl>; rel="next"',
  },
  'RateLimit-Policy': {
    description: 'The limit of your plan: quota `q` per window `w` of seconds (IETF draft).',
    schema: text(100, '^"[a-z]+";q=\\d+;w=\\d+$'),
    example: '"pro";q=6000;w=60',
  },
  RateLimit: {
    description: 'What remains of the quota (`r`), and seconds until it is full again (`t`) (IETF draft).',
    schema: text(100, '^"[a-z]+";r=\\d+;t=\\d+$'),
    example: '"pro";r=5999;t=42',
  },
  'x-ratelimit-limit': { description: 'The quota per minute.', schema: count, example: 6000 },
  'x-ratelimit-remaining': { description: 'What remains of it.', schema: count, example: 5999 },
  'x-ratelimit-reset': {
    description: 'When it is full again, in Unix seconds.',
    schema: count,
    example: 1_705_314_642,
  },
  'Retry-After': {
    description:
      'Seconds to wait before the next try. Back off exponentially after that. With a batch that was answered 200: before the items that failed with `Server Error` or `Rate Limit Exceeded` are sent again.',
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
      'The origin of the web page that asks, where the operator of the server lets it in (`CORS_ORIGINS`). Absent otherwise, and by default: keys do not belong in client-side code.',
    schema: text(300, '^https?://[^\\s/]+$'),
    example: 'https://app.example.com',
  },
};

/** References to headers, with those that every answer may have. */
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
