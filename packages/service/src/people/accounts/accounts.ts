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

/** `isGuess`: the session secret did not sign the cookie. */
export type SessionAnswer = { principal: SessionPrincipal } | { refusal: OutturnError; isGuess: boolean };

export type Accounts = {
  /** Serves better-auth and `GET /sign-up` (the mode). The URL must be the browser's. */
  handle(request: Request, caller: AccountCaller): Promise<Response>;
  /** Undefined without a session cookie. Never throws. */
  authenticate(cookies: string): Promise<SessionAnswer | undefined>;
  close(): Promise<void>;
};

export type AccountsOptions = AuthOptions & {
  url: string;
  connections: number;
  /** Scopes of sessions, besides managing the account. */
  scopes: readonly Scope[];
};

export async function createAccounts(database: Database, options: AccountsOptions): Promise<Accounts> {
  // better-auth loads slowly, so only servers load it.
  const { createAuth, isServed } = await import('./auth.ts');
  const { url, connections } = options;
  const opened = withBusyError(openPool({ ...connectionOf(url), max: connections }), url);
  const pool = refuseOutdated(discardReadOnly(opened), database.schema);
  const auth = createAuth(database, pool, options);
  const cookie = { secret: options.secret, isSecure: options.publicUrl?.startsWith('https:') ?? false };
  /** Ended sessions stay ended. */
  const ended = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
  return {
    async handle(request, caller) {
      const { refusal } = database.schema;
      if (refusal) throw refusal;
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

/** Scripts must not read the session token, which better-auth puts into its answers. */
async function withoutTokens(response: Response): Promise<Response> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return new Response(text, response);
  const body: unknown =
    text === '' ? undefined : JSON.parse(text, (key, value) => (key === 'token' ? undefined : value));
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
}
