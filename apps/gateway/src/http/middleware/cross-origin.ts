import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { GatewayEnv } from '../caller/open-exchange.ts';

/**
 * Lets pages of `CORS_ORIGINS` call REST with an API key. GraphQL and tRPC also accept the session cookie, so they
 * never allow other origins.
 */
export function crossOrigin(origins: readonly string[]) {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'X-API-Key',
      'Content-Type',
      'Idempotency-Key',
      'X-Idempotency-Key',
      'X-Request-Id',
      // Tracing in the page (W3C Trace Context).
      'traceparent',
      'tracestate',
    ],
    exposeHeaders: [
      'Idempotent-Replayed',
      'Link',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: 600,
  });
  return createMiddleware<GatewayEnv>((c, next) =>
    c.env.incoming.headers.origin === undefined ? next() : allow(c, next),
  );
}
