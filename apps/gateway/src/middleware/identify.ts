import { randomUUID } from 'node:crypto';
import type { RestEnv } from '@outturn/rest';
import { readIdempotencyHeaders, type Service } from '@outturn/service';
import { createMiddleware } from 'hono/factory';

const requestIdFormat = /^[\x21-\x7e]{1,200}$/;

/**
 * Establishes, once for all surfaces, who calls and under which idempotency key. Failures travel along in the call and
 * are raised by the surface in its own shape.
 */
export function identify(service: Service) {
  return createMiddleware<RestEnv>(async (c, next) => {
    const given = c.req.header('x-request-id');
    const requestId = given && requestIdFormat.test(given) ? given : randomUUID();
    c.set('call', {
      principal: await service.authenticate(c.req.header('authorization')),
      idempotencyKey: readIdempotencyHeaders(
        c.req.header('x-idempotency-key'),
        c.req.header('idempotency-key'),
      ),
      requestId,
    });
    await next();
    c.header('X-Request-Id', requestId);
  });
}
