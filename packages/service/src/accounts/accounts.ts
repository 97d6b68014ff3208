import { tellWhenBusy } from '../database/busy-pool.ts';
import { connectionOf } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { leaveReadOnly, openPool } from '../database/pools.ts';
import { type OutturnError, toOutturnError } from '../kernel/errors.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import type { AccountCaller } from './account-caller.ts';
import type { AuthOptions } from './auth.ts';
import { readSessionToken } from './session-cookie.ts';
import { authenticateSession } from './session-reader.ts';

/** People's accounts: signing up and in, and whom a cookie speaks for. */
export type Accounts = {
  /** Answers a request below `/api/auth`: better-auth's, and `GET /sign-up`, which says who may. Its URL and `Origin` are what the caller is believed to see. */
  handle(request: Request, caller: AccountCaller): Promise<Response>;
  /** Whom the session of a `Cookie` header speaks for; undefined without a session in it. Never throws. */
  authenticate(cookies: string): Promise<SessionPrincipal | OutturnError | 'unsigned' | undefined>;
  close(): Promise<void>;
};

export type AccountsOptions = AuthOptions & { url: string; connections: number };

export async function createAccounts(database: Database, options: AccountsOptions): Promise<Accounts> {
  // Only a server needs it, and it takes a while to load.
  const { createAuth, isServed } = await import('./auth.ts');
  const { url, connections } = options;
  const pool = leaveReadOnly(tellWhenBusy(openPool({ ...connectionOf(url), max: connections }), url));
  const auth = createAuth(database, pool, options);
  const cookie = { secret: options.secret, isSecure: options.publicUrl?.startsWith('https:') ?? false };
  return {
    async handle(request, caller) {
      const path = new URL(request.url).pathname.slice('/api/auth'.length);
      if (path === '/sign-up' && request.method === 'GET')
        return Response.json({ mode: await auth.signUpMode() });
      if (!isServed(path)) return Response.json({ code: 'NOT_FOUND', message: 'Not Found' }, { status: 404 });
      return withoutTokens(await auth.handler(request, caller));
    },
    async authenticate(cookies) {
      const token = readSessionToken(cookies, cookie);
      if (token === undefined || token === 'unsigned') return token;
      try {
        return await authenticateSession(database, token, options.defaultPlan);
      } catch (cause) {
        const error = toOutturnError(cause);
        if (error.code === 'Server Error')
          options.onFault(cause instanceof Error ? cause.message : String(cause));
        return error;
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
