import type { HttpBindings } from '@hono/node-server';
import {
  type AccountCaller,
  type Accounts,
  OutturnError,
  type SecurityEvent,
  toOutturnError,
} from '@outturn/service';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { addressOf } from '../caller/client-address.ts';
import { goneSignal } from '../caller/disconnect-signal.ts';
import { explainForeignOrigin, isSameOrigin, type OriginOptions, ownOrigin } from '../caller/origin.ts';
import { readBody } from '../caller/read-body.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import { requestIdOf } from '../request-id.ts';

type AccountRoutesOptions = OriginOptions & {
  accounts: Accounts;
  rateLimits: RateLimits;
  onSecurityEvent: (event: SecurityEvent) => void;
  logger: Logger;
};

type SignUp = { request: Request; caller: AccountCaller; address: string };

const MAX_BODY = 16 * 1024;

/** Headers passed to better-auth. Others are dropped, because a client could forge its address. */
const passed = [
  'cookie',
  'origin',
  'referer',
  'content-type',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];

/** better-auth with limits per address. Errors have its format, `{code, message}`. */
export function accountRoutes(options: AccountRoutesOptions) {
  const { accounts, rateLimits, onSecurityEvent, logger, trustedProxies } = options;
  const routes = new Hono<{ Bindings: HttpBindings; Variables: { requestId: string } }>();
  routes.use('/*', async (c, next) => {
    const requestId = requestIdOf(c.env.incoming);
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
  });
  // Open pages ask up to every second, so valid sessions are not limited.
  routes.get('/session', async (c) => {
    const { incoming } = c.env;
    const session = await accounts.authenticate(incoming.headers.cookie ?? '');
    if (session && 'principal' in session) return c.body(null, 204, { 'Cache-Control': 'no-store' });
    if (session?.refusal.status === 429) return tooMany(session.refusal);
    if (session && session.refusal.status >= 500) return unavailable(1);
    const limited = await rateLimits.admitKeyless(addressOf(incoming, trustedProxies));
    return limited ? tooMany(limited) : signedOut();
  });
  routes.on(['GET', 'POST'], '/*', async (c) => {
    const { incoming, outgoing } = c.env;
    const url = new URL(c.req.path, ownOrigin(incoming, options));
    // better-auth normalizes paths, so others would bypass the limits below.
    if (url.pathname !== c.req.path) return notFound();
    const isPost = c.req.method === 'POST';
    const address = addressOf(incoming, trustedProxies);
    const requestId = c.get('requestId');
    const report = (event: SecurityEvent) => onSecurityEvent({ ...event, requestId, address });
    const foreign = isPost ? explainForeignOrigin(incoming, options) : undefined;
    if (foreign !== undefined) return invalidOrigin(foreign);
    if (isPost && incoming.headers.origin !== undefined && !isSameOrigin(incoming, options)) {
      return invalidOrigin('A page of another site sent this request.');
    }
    const isAttempt = isPost && !c.req.path.endsWith('/sign-out');
    const refusal = await (isAttempt ? rateLimits.admitSignIn(address) : rateLimits.admitKeyless(address));
    if (refusal) {
      if (isAttempt) report({ event: 'attempts_limited' });
      return tooMany(refusal);
    }
    try {
      const headers = new Headers(
        passed.flatMap((name) => {
          const value = incoming.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      url.search = new URL(c.req.url).search;
      const body = isPost ? await readBody(incoming, MAX_BODY) : undefined;
      const request = new Request(url, { method: c.req.method, headers, ...(body && { body }) });
      const caller: AccountCaller = {
        report,
        admitPassword: (account) =>
          rateLimits.admitPassword({
            account,
            address,
            gone: goneSignal(outgoing),
            onDelay: (delay) => report({ event: 'sign_in_delayed', delay }),
          }),
      };
      const isSignUp = isPost && c.req.path.endsWith('/sign-up/email');
      return await (isSignUp ? signUp({ request, caller, address }) : accounts.handle(request, caller));
    } catch (error) {
      const told = toOutturnError(error);
      const isBusy = told.status === 429;
      // The password may have changed before the failure; a retry with the old one would be refused.
      const changesPassword = c.req.path.endsWith('/change-password');
      if (isBusy && !changesPassword) return tooMany(told);
      if (told.status < 500 && !isBusy) return c.json({ code: 'BAD_REQUEST', message: told.message }, 400);
      logger.error({ err: error, path: c.req.path }, 'unexpected error');
      if (told.retryAfter !== undefined && !isBusy) return unavailable(told.retryAfter, changesPassword);
      return c.json({ code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side.' }, 500);
    }
  });

  async function signUp({ request, caller, address }: SignUp): Promise<Response> {
    const admitted = await rateLimits.admitAccount(address);
    if (admitted instanceof OutturnError) {
      caller.report({ event: 'attempts_limited' });
      return tooMany(admitted);
    }
    let isMade = false;
    try {
      const response = await accounts.handle(request, caller);
      isMade = response.ok;
      return response;
    } finally {
      if (!isMade) await admitted.giveBack();
    }
  }

  routes.all('/*', notFound);
  return routes;
}

function notFound(): Response {
  return Response.json({ code: 'NOT_FOUND', message: 'Not Found' }, { status: 404 });
}

function invalidOrigin(message: string): Response {
  return Response.json({ code: 'INVALID_ORIGIN', message }, { status: 403 });
}

function signedOut(): Response {
  const message = 'The session has ended. Sign in again.';
  return Response.json({ code: 'UNAUTHORIZED', message }, { status: 401 });
}

/** PostgreSQL is unavailable or read-only. The hint replaces the idempotency key that API clients have. */
function unavailable(retryAfter: number, changesPassword = false): Response {
  const hint = changesPassword ? ' If the password is refused then, it has been changed.' : '';
  const message = `The service cannot answer at the moment. Try again in a second.${hint}`;
  const headers = { 'Retry-After': String(retryAfter) };
  return Response.json({ code: 'INTERNAL_SERVER_ERROR', message }, { status: 500, headers });
}

function tooMany({ message, retryAfter = 1 }: OutturnError): Response {
  const headers = { 'Retry-After': String(retryAfter) };
  return Response.json({ code: 'TOO_MANY_REQUESTS', message }, { status: 429, headers });
}
