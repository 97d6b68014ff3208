import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { OpenExchange, RestEnv } from '@outturn/rest';
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
import type { Allowance, RateLimits } from '../rate-limits/rate-limits.ts';
import { requestIdOf } from '../request-id.ts';
import type { BodyMemory } from './body-budget.ts';
import { addressOf } from './client-address.ts';
import { goneSignal } from './disconnect-signal.ts';
import { readBody } from './read-body.ts';
import type { ReadSession } from './session.ts';

export type GatewayEnv = RestEnv & { Bindings: HttpBindings };

export type ExchangeOptions = {
  service: Service;
  surface: Surface;
  rateLimits: RateLimits;
  onSecurityEvent: (event: SecurityEvent) => void;
  /** Number of proxies in front whose `X-Forwarded-For` is trusted. */
  trustedProxies: number;
  /** Shared by all surfaces of the process. */
  bodyMemory: BodyMemory;
  readSession?: ReadSession | undefined;
  fixedHeaders?: Readonly<Record<string, string>>;
};

/** Shared by all surfaces: caller, idempotency key and rate limit. */
export function exchangeOpener({
  service,
  surface,
  rateLimits,
  onSecurityEvent,
  trustedProxies,
  bodyMemory,
  readSession,
  fixedHeaders,
}: ExchangeOptions): OpenExchange<GatewayEnv> {
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
      return rateLimits.countFailure(address, session.refusal);
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
    return rateLimits.countFailure(address, known);
  };

  const renew = async (incoming: IncomingMessage, requestId: string): Promise<Principal> => {
    const session = await readSession?.(incoming);
    if (session) return principalOf('principal' in session ? session.principal : session.refusal);
    return principalOf(await service.authenticate(incoming.headers.authorization, { requestId }));
  };

  return (c) => {
    const { incoming, outgoing } = c.env;
    // Building Fetch API headers would cost time per request.
    const requestId = requestIdOf(incoming);
    const header = (name: string) => headerOf(incoming, name);
    const headers: Record<string, string> = { 'X-Request-Id': requestId, ...fixedHeaders };
    let developerId = '';
    let gone: AbortSignal | undefined;

    /** Throws for unknown callers and callers known to be over the limit. */
    const callOf = (caller: Principal | OutturnError): CallContext => {
      const principal = principalOf(caller);
      developerId = principal.developerId;
      const call: CallContext = {
        principal,
        idempotencyKey: () => readIdempotencyHeaders(header('x-idempotency-key'), header('idempotency-key')),
        requestId,
        surface,
        address: () => addressOf(incoming, trustedProxies),
        gone: () => {
          gone ??= goneSignal(outgoing);
          return gone;
        },
        renew: () => renew(incoming, requestId),
      };
      if (principal.plan === 'unlimited') return call;
      const tell = (allowance: Allowance) => addAllowance(headers, allowance);
      const refusal = rateLimits.refusalOf(principal);
      if (refusal) {
        tell(refusal);
        throw refusal.error;
      }
      call.admit = (cost, whole) => rateLimits.charge(principal, { cost, whole, tell });
      return call;
    };

    const exchange: Exchange = {
      identify() {
        const caller = callerOf(incoming, requestId);
        return caller instanceof Promise ? caller.then(callOf) : callOf(caller);
      },
      header,
      readText: (limit) => readBody(incoming, limit, bodyMemory.shareOf(developerId)),
      headers,
    };
    c.set('exchange', exchange);
    return exchange;
  };
}

function principalOf(caller: Principal | OutturnError): Principal {
  if (caller instanceof OutturnError) throw caller;
  return caller;
}

/** IETF draft headers and the common ones. `X-RateLimit-Reset` is in Unix seconds. */
function addAllowance(headers: Record<string, string>, { plan, limit, remaining, resetIn }: Allowance): void {
  headers['RateLimit-Policy'] = `"${plan}";q=${limit};w=60`;
  headers.RateLimit = `"${plan}";r=${remaining};t=${resetIn}`;
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(Math.floor(Date.now() / 1000) + resetIn);
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
