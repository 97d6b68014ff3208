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
import { addressOf } from './client-address.ts';
import { goneSignal } from './disconnect-signal.ts';
import { exporterKeyHeaderOf, keyHeaderOf } from './key-header.ts';
import { readBody, readBytes } from './read-body.ts';
import type { ReadSession } from './session.ts';
import type { MemoryShare, TrafficMemory } from './traffic-memory.ts';

export type GatewayEnv = RestEnv & { Bindings: HttpBindings };

export type ExchangeOptions = {
  service: Service;
  surface: Surface;
  rateLimits: RateLimits;
  onSecurityEvent: (event: SecurityEvent) => void;
  /** Number of proxies in front of this server, whose entries of `X-Forwarded-For` are trusted. */
  trustedProxies: number;
  /** One for all surfaces of the process. */
  trafficMemory: TrafficMemory;
  readSession?: ReadSession | undefined;
  /** Headers of every response. */
  fixedHeaders?: Readonly<Record<string, string>>;
};

/**
 * Makes the function that opens an exchange for each request: who calls, under which limits, and which headers the
 * response gets. All surfaces use it, so that authentication is the same on each, and so are rate limits but for those of telemetry.
 *
 * A known API key is found in the cache without a promise, and `identify` then answers at once: this is the path of
 * almost every record. Everything else goes through `lookUp`, which also counts failures by address. A caller that is
 * over its limit is refused here, before its body is read.
 */
export function exchangeOpener({
  service,
  surface,
  rateLimits,
  onSecurityEvent,
  trustedProxies,
  trafficMemory,
  readSession,
  fixedHeaders,
}: ExchangeOptions): OpenExchange<GatewayEnv> {
  const limit = surface === 'OTLP' ? rateLimits.events : rateLimits.calls;
  const keyOf = surface === 'OTLP' ? exporterKeyHeaderOf : keyHeaderOf;
  // A cached API key needs no look-up.
  const callerOf = (
    incoming: IncomingMessage,
    requestId: string,
  ): Principal | Promise<Principal | OutturnError> =>
    service.recall(incoming.headers.authorization) ?? lookUp(incoming, requestId);

  // Before a look-up in the database: limits how many unknown keys an address may try.
  const admitLookUp = async (requestId: string, address: string) => {
    const admission = await rateLimits.admitLookUp(address);
    if (admission instanceof OutturnError) onSecurityEvent({ event: 'attempts_limited', requestId, address });
    return admission;
  };

  // A session of a browser, or an API key that is not in the cache. Failures count by address, and a guessed session
  // counts like a wrong key.
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
    const keyHeader = keyOf(incoming);
    const admit = () => admitLookUp(requestId, address);
    const known = await service.authenticate(keyHeader, { requestId, admit });
    if (!(known instanceof OutturnError && known.code === 'Unauthorized')) return known;
    if (keyHeader !== undefined) {
      const token = tokenOfHeader(keyHeader);
      const keyPrefix = token === undefined ? undefined : displayPrefix(token);
      onSecurityEvent({ event: 'bad_key', requestId, address, keyPrefix });
    }
    return rateLimits.countFailure(address, known);
  };

  // Authenticates the same request again, for live streams, which must end with their key or session.
  const renew = async (incoming: IncomingMessage, requestId: string): Promise<Principal> => {
    const session = await readSession?.(incoming);
    if (session) return principalOf('principal' in session ? session.principal : session.refusal);
    return principalOf(await service.authenticate(keyOf(incoming), { requestId }));
  };

  return (c) => {
    const { incoming, outgoing } = c.env;
    // The headers of Node.js are read directly: building the `Headers` of the Fetch API would cost time in every
    // request.
    const requestId = requestIdOf(incoming);
    const header = (name: string) => headerOf(incoming, name);
    const headers: Record<string, string> = { 'X-Request-Id': requestId, ...fixedHeaders };
    let share: MemoryShare | undefined;
    let gone: AbortSignal | undefined;

    /** Throws for an unknown caller, and for one that is known to be over its limit. */
    const callOf = (caller: Principal | OutturnError): CallContext => {
      const principal = principalOf(caller);
      share = trafficMemory.shareOf(principal.developerId);
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
        memory: trafficMemory.answerOf(share, outgoing),
      };
      if (principal.plan === 'unlimited') return call;
      const tell = (allowance: Allowance) => addAllowance(headers, allowance);
      const refusal = limit.refusalOf(principal);
      if (refusal) {
        tell(refusal);
        throw refusal.error;
      }
      call.admit = (cost, whole) => limit.charge(principal, { cost, whole, tell });
      return call;
    };

    const exchange: Exchange = {
      identify() {
        const caller = callerOf(incoming, requestId);
        return caller instanceof Promise ? caller.then(callOf) : callOf(caller);
      },
      header,
      readText: (limit) => readBody(incoming, limit, share),
      readBytes: (limit) => readBytes(incoming, limit, share),
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

/**
 * The headers of the IETF draft and the common ones beside them. `X-RateLimit-Reset` is a time in seconds since 1970,
 * the others are seconds from now.
 */
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
