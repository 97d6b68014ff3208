import { LRUCache } from 'lru-cache';
import { OutturnError, sessionEnded, sessionNotValid, toOutturnError } from '../../base/errors.ts';
import type { SessionPrincipal } from '../../base/principal.ts';
import type { Scope } from '../../base/scopes.ts';
import { withBusyError } from '../../database/busy-error.ts';
import { connectionOf } from '../../database/connection.ts';
import type { Database } from '../../database/database.ts';
import { discardReadOnly, openPool } from '../../database/pools.ts';
import { refuseOutdated } from '../../database/schema-requirement.ts';
import type { AccountCaller } from './account-caller.ts';
import type { AuthOptions } from './auth.ts';
import { readSessionToken } from './session-cookie.ts';
import { authenticateSession } from './session-reader.ts';

/**
 * `isGuess`: the cookie was not signed with the session secret, so it counts as a failed authentication. The session
 * of a signed cookie may just have ended.
 */
export type SessionAnswer = { principal: SessionPrincipal } | { refusal: OutturnError; isGuess: boolean };

/** Sessions of people, beside API keys of programs (decision 005). */
export type Accounts = {
  /**
   * Answers everything below `/api/auth`: the served endpoints of better-auth, `GET /sign-up` with the sign-up mode,
   * and `POST /claim`, which says whether a claim link works. The URL of the request must be that of the browser.
   */
  handle(request: Request, caller: AccountCaller): Promise<Response>;
  /** The principal of a session, or why there is none. Undefined without a session cookie. Never rejects. */
  authenticate(cookies: string): Promise<SessionAnswer | undefined>;
  close(): Promise<void>;
};

export type AccountsOptions = AuthOptions & {
  url: string;
  connections: number;
  /** The scopes that a session has, besides managing its account. */
  scopes: readonly Scope[];
};

export async function createAccounts(database: Database, options: AccountsOptions): Promise<Accounts> {
  // better-auth takes long to load, so commands that serve nothing do not load it.
  const { createAuth, isServed, SIGN_IN, SIGN_UP } = await import('./auth.ts');
  const { url, connections } = options;
  const opened = withBusyError(openPool({ ...connectionOf(url), max: connections }), url);
  const pool = refuseOutdated(discardReadOnly(opened), database.schema);
  const auth = createAuth(database, pool, options);
  const cookie = { secret: options.secret, isSecure: options.publicUrl?.startsWith('https:') ?? false };
  // Tokens of sessions that have ended. A session never comes back, so open pages of signed-out people cost no
  // look-up.
  const ended = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
  return {
    async handle(request, caller) {
      const { refusal } = database.schema;
      if (refusal) throw refusal;
      const path = new URL(request.url).pathname.slice('/api/auth'.length);
      if (path === '/sign-up' && request.method === 'GET')
        return Response.json({ mode: await auth.signUpMode() });
      if (path === '/claim' && request.method === 'POST') return auth.checkClaim(request, caller);
      if (!isServed(path)) return Response.json({ code: 'NOT_FOUND', message: 'Not Found' }, { status: 404 });
      const usesSession = path !== SIGN_IN && path !== SIGN_UP;
      if (usesSession && readSessionToken(request.headers.get('cookie') ?? '', cookie) === 'several')
        return Response.json(
          { code: 'SEVERAL_SESSIONS', message: severalSessions().message },
          { status: 401 },
        );
      return withoutTokens(await auth.handler(request, caller));
    },
    async authenticate(cookies) {
      const read = readSessionToken(cookies, cookie);
      if (read === undefined) return undefined;
      if (read === 'unsigned') return { refusal: sessionNotValid(), isGuess: true };
      if (read === 'several') return { refusal: severalSessions(), isGuess: false };
      if (ended.has(read.token)) return { refusal: sessionEnded(), isGuess: false };
      try {
        const principal = await authenticateSession(database, read.token, options.scopes);
        if (!(principal instanceof OutturnError)) return { principal };
        ended.set(read.token, true);
        return { refusal: principal, isGuess: false };
      } catch (cause) {
        const error = toOutturnError(cause);
        if (error.code === 'Server Error')
          options.onFault(cause instanceof Error ? cause.message : String(cause));
        return { refusal: error, isGuess: false };
      }
    },
    close: () => pool.end(),
  };
}

function severalSessions(): OutturnError {
  return new OutturnError('Unauthorized', {
    message:
      'The browser sent two sessions. Remove the cookies of this site in the browser, and sign in again.',
  });
}

/**
 * Removes the token of the session from an answer, into which better-auth puts it. The cookie is hidden from scripts,
 * and this would show it to them.
 */
async function withoutTokens(response: Response): Promise<Response> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return new Response(text, response);
  const body: unknown =
    text === '' ? undefined : JSON.parse(text, (key, value) => (key === 'token' ? undefined : value));
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
}
