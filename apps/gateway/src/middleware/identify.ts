import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { RestEnv } from '@outturn/rest';
import { type CallContext, OutturnError, readIdempotencyHeaders, type Service } from '@outturn/service';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Allowance, RateLimits } from '../rate-limits.ts';

const requestIdFormat = /^[\x21-\x7e]{1,200}$/;

export type IdentifyOptions = {
  service: Service;
  rateLimits: RateLimits;
  /** How many proxies in front of us may be believed about the caller's address. */
  trustedProxies: number;
};

/**
 * Establishes, once for all surfaces, who calls, under which idempotency key and within which rate limit. Failures
 * travel along in the call and are raised by the surface in its own shape.
 */
export function identify({ service, rateLimits, trustedProxies }: IdentifyOptions) {
  return createMiddleware<RestEnv>(async (c, next) => {
    const given = c.req.header('x-request-id');
    const requestId = given && requestIdFormat.test(given) ? given : randomUUID();
    const known = await service.authenticate(c.req.header('authorization'));
    const isFailure = known instanceof OutturnError && known.code === 'Unauthorized';
    const principal = isFailure ? await rateLimits.punish(addressOf(c, trustedProxies), known) : known;
    let allowance: Allowance | undefined;
    const call: CallContext = {
      principal,
      idempotencyKey: readIdempotencyHeaders(
        c.req.header('x-idempotency-key'),
        c.req.header('idempotency-key'),
      ),
      requestId,
    };
    if (!(principal instanceof OutturnError) && principal.plan !== 'unlimited') {
      call.admit = async (cost) => {
        const charged = await rateLimits.charge(principal, cost);
        allowance = charged;
        if (charged.error) throw charged.error;
      };
    }
    c.set('call', call);
    await next();
    c.header('X-Request-Id', requestId);
    if (allowance) setAllowance(c, allowance);
  });
}

/** Both the headers of the IETF draft and the ones that most clients know. `X-RateLimit-Reset` is in Unix seconds. */
function setAllowance(c: Context, { plan, limit, remaining, resetIn }: Allowance): void {
  c.header('RateLimit-Policy', `"${plan}";q=${limit};w=60`);
  c.header('RateLimit', `"${plan}";r=${remaining};t=${resetIn}`);
  c.header('X-RateLimit-Limit', String(limit));
  c.header('X-RateLimit-Remaining', String(remaining));
  c.header('X-RateLimit-Reset', String(Math.floor(Date.now() / 1000) + resetIn));
}

/** Behind trusted proxies the caller is the last address that none of them added; otherwise it is the peer. */
function addressOf(c: Context, trustedProxies: number): string {
  const peer = getConnInfo(c).remote.address ?? 'unknown';
  if (trustedProxies === 0) return peer;
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || peer;
}
