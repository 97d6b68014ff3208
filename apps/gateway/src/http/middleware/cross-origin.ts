import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { GatewayEnv } from '../caller/open-exchange.ts';

/**
 * Lets pages of `CORS_ORIGINS` call REST with an API key. GraphQL and tRPC accept session cookies and therefore never
 * allow other origins.
 */
export function crossOrigin(origins: readonly string[]) {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Idempotency-Key', 'X-Request-Id'],
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
