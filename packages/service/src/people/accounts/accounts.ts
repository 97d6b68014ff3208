import { LRUCache } from 'lru-cache';
import { OutturnError, sessionEnded, sessionNotValid, toOutturnError } from '../../base/errors.ts';
import type { SessionPrincipal } from '../../base/principal.ts';
import type { Scope } from '../../base/scopes.ts';
import { tellWhenBusy } from '../../database/busy-pool.ts';
import { connectionOf } from '../../database/connection.ts';
import type { Database } from '../../database/database.ts';
import { leaveReadOnly, openPool } from '../../database/pools.ts';
import type { AccountCaller } from './account-caller.ts';
import type { AuthOptions } from './auth.ts';
import { readSessionToken } from './session-cookie.ts';
import { authenticateSession } from './session-reader.ts';

/** Result of reading a session cookie; `isGuess` if the session secret did not sign it. */
export type SessionAnswer = { principal: SessionPrincipal } | { refusal: OutturnError; isGuess: boolean };

/** Accounts of people: sign-up, sign-in and sessions. */
export type Accounts = {
  /** Answers a request below `/api/auth`: one of better-auth, or `GET /sign-up` for the mode. Its URL must be the one that the browser sees. */
  handle(request: Request, caller: AccountCaller): Promise<Response>;
  /** Authenticates the session of a `Cookie` header; undefined without a session cookie. Never throws. */
  authenticate(cookies: string): Promise<SessionAnswer | undefined>;
  close(): Promise<void>;
};

export type AccountsOptions = AuthOptions & {
  url: string;
  connections: number;
  /** What people who are signed in may do, beside managing their account. */
  scopes: readonly Scope[];
};

export async function createAccounts(database: Database, options: AccountsOptions): Promise<Accounts> {
  // better-auth loads slowly, so only a server loads it.
  const { createAuth, isServed } = await import('./auth.ts');
  const { url, connections } = options;
  const pool = leaveReadOnly(tellWhenBusy(openPool({ ...connectionOf(url), max: connections }), url));
  const auth = createAuth(database, pool, options);
  const cookie = { secret: options.secret, isSecure: options.publicUrl?.startsWith('https:') ?? false };
  /** An ended session does not come back, so its cookie costs one look-up a minute. */
  const ended = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
  return {
    async handle(request, caller) {
      const path = new URL(request.url).pathname.slice('/api/auth'.length);
      if (path === '/sign-up' && request.method === 'GET')
        return Response.json({ mode: await auth.signUpMode() });
      if (!isServed(path)) return Response.json({ code: 'NOT_FOUND', message: 'Not Found' }, { status: 404 });
      return withoutTokens(await auth.handler(request, caller));
    },
    async authenticate(cookies) {
      const read = readSessionToken(cookies, cookie);
      if (read === undefined) return undefined;
      if (read === 'unsigned') return { refusal: sessionNotValid(), isGuess: true };
      if (ended.has(read.token)) return { refusal: sessionEnded(), isGuess: false };
      try {
        const principal = await authenticateSession(database, read.token, options);
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

/** The session token is for the cookie, which scripts cannot read; better-auth also puts it into its answers. */
async function withoutTokens(response: Response): Promise<Response> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return new Response(text, response);
  const body: unknown =
    text === '' ? undefined : JSON.parse(text, (key, value) => (key === 'token' ? undefined : value));
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
}
