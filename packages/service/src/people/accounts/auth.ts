import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Pool } from 'pg';
import { OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { validate } from '../../schema/validate.ts';
import { SignUpInput } from './account.schema.ts';
import type { AccountCaller } from './account-caller.ts';
import { type AuthRequest, accountOf, outageLog, trackClients } from './auth-context.ts';
import { readOutcome, reportAuthEvent, verdictOf } from './auth-events.ts';
import { admitPassword, refuseCommon, refuseUnchanged } from './password-admission.ts';
import { passwordHashing } from './password-hashing.ts';
import { COOKIE_PREFIX } from './session-cookie.ts';
import { admitSignUp, developerFor } from './sign-up-admission.ts';
import { type SignUpMode, SignUpPolicy } from './sign-up-mode.ts';

export type AuthOptions = {
  /** Signs cookies; the same on every gateway. */
  secret: string;
  /** Address for browsers; default: that of the request. */
  publicUrl?: string | undefined;
  /** At sign-up. */
  defaultPlan: Plan;
  /** Default: open until the first account, then invite. */
  signUp?: SignUpMode | undefined;
  /** Never receives secrets or user input. */
  onFault: (message: string) => void;
};

const SIGN_UP = '/sign-up/email';
const SIGN_IN = '/sign-in/email';
const CHANGE_PASSWORD = '/change-password';
const reportedPaths = [SIGN_UP, SIGN_IN, CHANGE_PASSWORD];
/** Other endpoints of better-auth are off. */
const served = [...reportedPaths, '/sign-out', '/get-session'];

export type Auth = {
  /** Rejects when PostgreSQL is unavailable, which better-auth would hide. */
  handler(request: Request, caller: AccountCaller): Promise<Response>;
  signUpMode(): Promise<SignUpMode>;
  /** In every sign-up mode. Returns the user's id. */
  createAccount(account: NewAccount): Promise<string>;
};

type NewAccount = { email: string; name: string; password: string };

/** See decision 005. The gateway limits rates, since it knows addresses. */
export function createAuth(database: Database, pool: Pool, options: AuthOptions): Auth {
  const { secret, publicUrl, defaultPlan, onFault } = options;
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
    // Otherwise its router prints unknown errors, with user input.
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
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      // better-auth would turn the checks off in tests (NODE_ENV, TEST).
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      // Migrations own the tables, which have only the columns that served endpoints write.
      database: { generateId: () => newId(), validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
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
        // Signs out everyone who knows the old password.
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
    async createAccount(body) {
      const { user } = await requests.run({ isOperator: true }, () => auth.api.signUpEmail({ body }));
      return user.id;
    },
  };
}

async function withDelay(response: Response, retryAfter: number): Promise<Response> {
  const body = (await response.json()) as object;
  return Response.json({ ...body, retryAfter }, { status: response.status, headers: response.headers });
}

export function isServed(path: string): boolean {
  return served.includes(path);
}
