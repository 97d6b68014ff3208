import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Pool } from 'pg';
import { databaseTime } from '../../base/clock.ts';
import { OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { validate } from '../../schema/validate.ts';
import { ClaimInput, SignUpInput } from './account.schema.ts';
import type { AccountCaller } from './account-caller.ts';
import { type AuthRequest, accountOf, outageLog, trackClients } from './auth-context.ts';
import { readOutcome, reportAuthEvent, verdictOf } from './auth-events.ts';
import { admitPassword, refuseCommon, refuseUnchanged } from './password-admission.ts';
import { passwordHashing } from './password-hashing.ts';
import { sessionCookieName } from './session-cookie.ts';
import { admitSignUp, developerFor, refusalOfClaim } from './sign-up-admission.ts';
import { type SignUpMode, SignUpPolicy } from './sign-up-mode.ts';

export type AuthOptions = {
  /** Signs cookies. Every gateway must have the same. */
  secret: string;
  /** The address at which browsers open this server. Default: the address of each request. */
  publicUrl?: string | undefined;
  /** Plan of a developer that is made at sign-up. */
  defaultPlan: Plan;
  /** Default: open until the first account, then invite. */
  signUp?: SignUpMode | undefined;
  /** Gets unexpected failures, without secrets and without what a user has typed. */
  onFault: (message: string) => void;
};

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
const CHANGE_PASSWORD = '/change-password';
const reportedPaths = [SIGN_UP, SIGN_IN, CHANGE_PASSWORD];
/** The paths that are passed to better-auth. Its other endpoints are off. */
const served = [...reportedPaths, '/sign-out', '/get-session'];

export type Auth = {
  /** Answers a request to better-auth. Rejects if PostgreSQL has failed, which better-auth would hide. */
  handler(request: Request, caller: AccountCaller): Promise<Response>;
  /** The sign-up mode that holds at this moment. */
  signUpMode(): Promise<SignUpMode>;
  /**
   * Says whether a claim link works, so that its visitor learns it before filling in a form. The token is in the
   * body, because paths are logged.
   */
  checkClaim(request: Request, caller: AccountCaller): Promise<Response>;
  /** Creates an account for an operator, in every sign-up mode. Returns the id of the user. */
  createAccount(account: NewAccount): Promise<string>;
};

type NewAccount = { email: string; name: string; password: string };

/**
 * Accounts and sessions on the library better-auth (decision 005). It hashes passwords, makes sessions and sets
 * cookies, on tables that our migrations own; its own rate limit is off, because it trusts headers of the client.
 * Around it this module adds: who may sign up, delays after wrong passwords, the developer that a new user gets,
 * security events, and errors for failures of PostgreSQL.
 *
 * The order of a sign-in: the `before` hook names the account and waits as long as earlier failures demand,
 * better-auth checks the password, and `handler` reads the result from the answer, settles the attempt and reports
 * the event.
 */
export function createAuth(database: Database, pool: Pool, options: AuthOptions): Auth {
  const { secret, publicUrl, defaultPlan, onFault } = options;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const policy = new SignUpPolicy(database, options.signUp);
  const requests = new AsyncLocalStorage<AuthRequest>();
  const auth = betterAuth({
    appName: 'Outturn',
    basePath: '/api/auth',
    ...(publicUrl !== undefined && { baseURL: new URL(publicUrl).origin }),
    secret,
    database: trackClients(pool, requests),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: outageLog(requests, onFault) },
    // By default its router prints unknown errors, and with them what a user has typed.
    onAPIError: { throw: true },
    emailAndPassword: { enabled: true, password: passwordHashing() },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        developerId: {
          type: 'string',
          fieldName: 'developer_id',
          input: false,
          returned: false,
          defaultValue: newId,
        },
      },
    },
    session: {
      modelName: 'user_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'user_accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    advanced: {
      // Its own prefix would be `__Secure-`.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(isSecure), attributes: { secure: isSecure } } },
      // Said explicitly, because better-auth would turn these checks off where NODE_ENV or TEST says that a test
      // runs.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      // Our migrations own the tables. They have only the columns that the served endpoints write, so better-auth's check
      // of the schema would fail.
      database: { generateId: () => newId(), validateSchema: false },
    },
    databaseHooks: {
      session: {
        create: { before: async (session) => ({ data: { ...session, ...endByDatabase(session) } }) },
        update: { before: async (session) => ({ data: { ...session, ...endByDatabase(session) } }) },
      },
      user: {
        create: {
          // Runs in the transaction that inserts the user.
          async before(user) {
            const id = newId();
            const created = { database, user: { id, email: user.email }, defaultPlan };
            return {
              data: { ...user, id, developerId: await developerFor(requests.getStore() ?? {}, created) },
            };
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const { path, body } = ctx;
        const request = requests.getStore();
        if (request && typeof body?.email === 'string') request.account = accountOf(body.email, secret);
        if (path === SIGN_UP) {
          const { claimToken } = validate(SignUpInput, body);
          await admitSignUp(request, { database, policy, claimToken });
          await refuseCommon(body.password);
        }
        if (path === SIGN_IN) await admitPassword(request);
        if (path !== CHANGE_PASSWORD) return undefined;
        await refuseCommon(body?.newPassword);
        const session = await getSessionFromCtx(ctx);
        if (request && session) {
          request.userId = session.user.id;
          request.account = accountOf(session.user.email, secret);
          await admitPassword(request);
        }
        refuseUnchanged(body);
        // All other sessions end, because somebody may have signed in with the old password.
        return { context: { body: { ...body, revokeOtherSessions: true } } };
      }),
    },
  });

  return {
    async handler(sent, caller) {
      const request: AuthRequest = { caller };
      const path = new URL(sent.url).pathname.slice('/api/auth'.length);
      const answer = () => requests.run(request, () => auth.handler(sent));
      try {
        const response = await (path === SIGN_UP ? policy.inTurn(answer) : answer());
        if (request.outage) throw request.outage;
        if (!reportedPaths.includes(path)) return response;
        const outcome = await readOutcome(response);
        const verdict = verdictOf(outcome);
        request.settle?.(verdict);
        request.settle = undefined;
        await reportAuthEvent(database, { path, outcome, request });
        return verdict === 'wrong' && request.nextDelay
          ? await withDelay(response, request.nextDelay)
          : response;
      } catch (error) {
        request.settle?.('unknown');
        if (error instanceof OutturnError && error.code === 'Invalid Request')
          await reportAuthEvent(database, { path, outcome: { status: 400, code: 'INVALID_INPUT' }, request });
        throw error;
      }
    },
    signUpMode: () => policy.mode(),
    async checkClaim(request, caller) {
      const { token } = validate(ClaimInput, await request.json().catch(() => undefined));
      const refusal = await refusalOfClaim(database, token);
      if (!refusal) return new Response(null, { status: 204 });
      caller.report({ event: 'claim_refused', reason: refusal.code });
      return Response.json(refusal, { status: 403 });
    },
    async createAccount(body) {
      const { user } = await requests.run({ isOperator: true }, () => auth.api.signUpEmail({ body }));
      return user.id;
    },
  };
}

/** better-auth reckons with the clock of this machine, and sessions end by that of the database. */
function endByDatabase({ expiresAt }: { expiresAt?: Date | undefined }) {
  return expiresAt && { expiresAt: new Date(expiresAt.getTime() + databaseTime() - Date.now()) };
}

async function withDelay(response: Response, retryAfter: number): Promise<Response> {
  const body = (await response.json()) as object;
  return Response.json({ ...body, retryAfter }, { status: response.status, headers: response.headers });
}

export function isServed(path: string): boolean {
  return served.includes(path);
}
