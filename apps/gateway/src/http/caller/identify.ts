import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Identify, RestEnv } from '@outturn/rest';
import {
  type CallContext,
  displayPrefix,
  type Exchange,
  OutturnError,
  type Principal,
  readIdempotencyHeaders,
  type SecurityEvent,
  type Service,
  type Surface,
  tokenOfHeader,
} from '@outturn/service';
import type { Context } from 'hono';
import type { Allowance, RateLimits } from '../rate-limits/rate-limits.ts';
import { requestIdOf } from '../request-id.ts';
import type { BodyMemory } from './body-memory.ts';
import { addressOf } from './client-address.ts';
import { goneSignal } from './gone.ts';
import { readBody } from './read-body.ts';
import type { ReadSession } from './session.ts';

/** The applications of the gateway run on Node's server. */
export type GatewayEnv = RestEnv & { Bindings: HttpBindings };

export type IdentifyOptions = {
  service: Service;
  surface: Surface;
  rateLimits: RateLimits;
  onSecurityEvent: (event: SecurityEvent) => void;
  /** Number of proxies in front whose `X-Forwarded-For` is trusted. */
  trustedProxies: number;
  /** Shared by all surfaces of the process. */
  bodyMemory: BodyMemory;
  /** Set on surfaces that also take sessions. */
  readSession?: ReadSession | undefined;
  /** Headers of every answer. */
  fixedHeaders?: Readonly<Record<string, string>>;
};

/**
 * Identifies the caller, the idempotency key and the rate limit of a request, once for all surfaces. Failures are part of the
 * call, and each surface raises them in its own shape.
 */
export function identify({
  service,
  surface,
  rateLimits,
  onSecurityEvent,
  trustedProxies,
  bodyMemory,
  readSession,
  fixedHeaders,
}: IdentifyOptions): Identify<GatewayEnv> {
  const callerOf = (
    incoming: IncomingMessage,
    requestId: string,
  ): Principal | Promise<Principal | OutturnError> =>
    service.recall(incoming.headers.authorization) ?? lookUp(incoming, requestId);

  const admitLookUp = async (requestId: string, address: string) => {
    const admission = await rateLimits.admitLookUp(address);
    if (admission instanceof OutturnError) onSecurityEvent({ event: 'attempts_limited', requestId, address });
    return admission;
  };

  const lookUp = async (incoming: IncomingMessage, requestId: string): Promise<Principal | OutturnError> => {
    const session = await readSession?.(incoming);
    if (session && 'principal' in session) return session.principal;
    const address = addressOf(incoming, trustedProxies);
    if (session?.isGuess) {
      onSecurityEvent({ event: 'bad_session', requestId, address });
      return rateLimits.punish(address, session.refusal);
    }
    if (session) {
      const hasEnded = session.refusal.code === 'Unauthorized';
      return (hasEnded && (await rateLimits.admitKeyless(address))) || session.refusal;
    }
    const { authorization } = incoming.headers;
    const admit = () => admitLookUp(requestId, address);
    const known = await service.authenticate(authorization, { requestId, admit });
    if (!(known instanceof OutturnError && known.code === 'Unauthorized')) return known;
    if (authorization !== undefined) {
      const token = tokenOfHeader(authorization);
      const keyPrefix = token === undefined ? undefined : displayPrefix(token);
      onSecurityEvent({ event: 'bad_key', requestId, address, keyPrefix });
    }
    return rateLimits.punish(address, known);
  };

  const exchangeOf = (
    c: Context<GatewayEnv>,
    requestId: string,
    principal: Principal | OutturnError,
  ): Exchange => {
    const { incoming, outgoing } = c.env;
    let gone: AbortSignal | undefined;
    const headers: Record<string, string> = { 'X-Request-Id': requestId, ...fixedHeaders };
    const call: CallContext = {
      principal,
      idempotencyKey: readIdempotencyHeaders(
        headerOf(incoming, 'x-idempotency-key'),
        headerOf(incoming, 'idempotency-key'),
      ),
      requestId,
      surface,
      address: () => addressOf(incoming, trustedProxies),
      gone: () => {
        gone ??= goneSignal(outgoing);
        return gone;
      },
      renew: async () => {
        const session = await readSession?.(incoming);
        if (!session) return service.authenticate(incoming.headers.authorization, { requestId });
        return 'principal' in session ? session.principal : session.refusal;
      },
    };
    if (!(principal instanceof OutturnError) && principal.plan !== 'unlimited') {
      const tell = (allowance: Allowance) => addAllowance(headers, allowance);
      const admit: CallContext['admit'] = (cost, whole) =>
        rateLimits.charge(principal, { cost, whole, tell });
      call.admit = admit;
      const refusal = rateLimits.refusalOf(principal);
      if (refusal) {
        // Like a caller who is not known: refused before anything is read.
        call.principal = refusal.error;
        tell(refusal);
      }
    }
    const developerId = principal instanceof OutturnError ? '' : principal.developerId;
    const exchange: Exchange = {
      call,
      header: (name) => headerOf(incoming, name),
      readText: (limit) => readBody(incoming, limit, bodyMemory.shareOf(developerId)),
      headers,
    };
    c.set('exchange', exchange);
    return exchange;
  };

  return (c) => {
    const { incoming } = c.env;
    // Node's own headers: reading them costs nothing, while the request's are built on first use.
    const requestId = requestIdOf(incoming);
    const caller = callerOf(incoming, requestId);
    return caller instanceof Promise
      ? caller.then((principal) => exchangeOf(c, requestId, principal))
      : exchangeOf(c, requestId, caller);
  };
}

/** Both the headers of the IETF draft and the ones that most clients know. `X-RateLimit-Reset` is in Unix seconds. */
function addAllowance(headers: Record<string, string>, { plan, limit, remaining, resetIn }: Allowance): void {
  headers['RateLimit-Policy'] = `"${plan}";q=${limit};w=60`;
  headers.RateLimit = `"${plan}";r=${remaining};t=${resetIn}`;
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(Math.floor(Date.now() / 1000) + resetIn);
}

/** Node joins a header that was sent twice with a comma. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
