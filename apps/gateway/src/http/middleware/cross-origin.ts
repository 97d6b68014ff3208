import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { GatewayEnv } from '../caller/open-exchange.ts';

/**
 * Lets pages of other origins call REST with an API key, where `CORS_ORIGINS` names them. GraphQL and tRPC take session
 * cookies, and so no calls from elsewhere, ever. No cookie is read or set here: a page sends the key that it was given.
 */
export function crossOrigin(origins: readonly string[]) {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
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
