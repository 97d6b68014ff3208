import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Pool } from 'pg';
import { aroundConnect } from '../database/around-connect.ts';
import type { Database } from '../database/database.ts';
import { textRows } from '../database/rows.ts';
import { OutturnError, toOutturnError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Plan } from '../kernel/principal.ts';
import { validate } from '../kernel/schema/validate.ts';
import { SignUpInput } from './account.schema.ts';
import type { AccountCaller } from './account-caller.ts';
import { type AuthRequest, readOutcome, tellOutcome, verdictOf } from './auth-outcome.ts';
import { type ClaimFault, lockClaim, markClaimUsed, readClaim } from './claims.ts';
import { isCommonPassword } from './common-passwords.ts';
import { emailTag } from './email-tag.ts';
import { giveDeveloper } from './give-developer.ts';
import { passwordHashing } from './password-hashing.ts';
import { COOKIE_PREFIX } from './session-cookie.ts';
import { type SignUpMode, SignUpPolicy } from './sign-up-mode.ts';

export type AuthOptions = {
  /** Signs the cookies; the same on every gateway. */
  secret: string;
  /** Where people reach the gateway; unset: wherever a request says that it is. */
  publicUrl?: string | undefined;
  /** The plan of developers that come with a sign-up. */
  defaultPlan: Plan;
  /** Who may sign up. Unset: everybody until there is an account, then those with a claim link. */
  signUp?: SignUpMode | undefined;
  /** Told of faults; never of secrets or of what people typed. */
  onFault: (message: string) => void;
};

const SIGN_UP = '/sign-up/email';
/** What better-auth serves here; everything else that it could do is off. */
const served = [SIGN_UP, '/sign-in/email', '/sign-out', '/change-password', '/get-session'];

export type Auth = {
  /** Rejects with what PostgreSQL failed at. */
  handler(request: Request, caller: AccountCaller): Promise<Response>;
  signUpMode(): Promise<SignUpMode>;
  /** Makes an account whatever the mode, for operators. Returns the id of its user. */
  createAccount(account: NewAccount): Promise<string>;
};

type NewAccount = { email: string; name: string; password: string };

/**
 * Sign up, sign in, sign out, change password, get session, by better-auth on our tables: see
 * docs/decisions/005-accounts.md. The gateway limits the rate, since it knows addresses.
 */
export function createAuth(database: Database, pool: Pool, options: AuthOptions): Auth {
  const { secret, publicUrl, defaultPlan, onFault } = options;
  const policy = new SignUpPolicy(database, options.signUp);
  // better-auth logs some of what PostgreSQL fails at and answers something else, such as that there is no session.
  const requests = new AsyncLocalStorage<AuthRequest>();
  const log = (_level: string, message: string, cause: unknown) => {
    // A URL that a caller sent, who is told so.
    if (/^Invalid \w+: /.test(message)) return;
    const request = requests.getStore();
    const error = toOutturnError(cause);
    if (request && error.retryAfter !== undefined) request.outage ??= error;
    else onFault(describe(message, cause));
  };
  const accountOf = (email: string) => ({ email: email.toLowerCase(), tag: emailTag(email, secret) });
  const auth = betterAuth({
    appName: 'Outturn',
    basePath: '/api/auth',
    ...(publicUrl !== undefined && { baseURL: new URL(publicUrl).origin }),
    secret,
    database: noteClient(pool, requests),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log },
    // Its router would print unknown errors as they are, with what somebody typed, past every log.
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
      // Off by itself where NODE_ENV or TEST say so.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      // Our migrations own the tables, which have only what the served endpoints write.
      database: { generateId: () => newId(), validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const id = newId();
            return { data: { ...user, id, developerId: await developerFor({ id, email: user.email }) } };
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const { path, body } = ctx;
        const request = requests.getStore();
        if (request && typeof body?.email === 'string') request.account = accountOf(body.email);
        if (path === SIGN_UP) {
          await admit(validate(SignUpInput, body).claimToken);
          await refuseCommon(body.password);
        }
        if (path === '/sign-in/email') await admitPassword(request);
        if (path !== '/change-password') return undefined;
        await refuseCommon(body?.newPassword);
        const session = await getSessionFromCtx(ctx);
        if (request && session) {
          request.userId = session.user.id;
          request.account = accountOf(session.user.email);
          await admitPassword(request);
        }
        if (body?.newPassword === body?.currentPassword)
          throw refusal('PASSWORD_UNCHANGED', 'The new password is the present one. Choose another.');
        // Whoever knows the old password stays signed in otherwise.
        return { context: { body: { ...body, revokeOtherSessions: true } } };
      }),
    },
  });

  /** Throws why a sign-up is refused, before its password costs anything. */
  async function admit(claimToken: string | undefined): Promise<void> {
    const request = requests.getStore();
    if (!request || request.isOperator) return;
    const mode = await policy.mode();
    if (mode === 'closed') throw new APIError('FORBIDDEN', refusals.closed);
    if (mode === 'invite' && claimToken === undefined) throw new APIError('FORBIDDEN', refusals.invite);
    if (claimToken === undefined) return;
    const claim = await readClaim(database.quick, claimToken);
    if ('fault' in claim) throw badInvitation(claim.fault);
    request.claimToken = claimToken;
  }

  /** The developer of a new user: that of their claim link, else a new one. Made in the transaction that makes the user. */
  async function developerFor(user: { id: string; email: string }): Promise<string> {
    const { client, claimToken } = requests.getStore() ?? {};
    if (!client) throw new Error('A user is made outside of a transaction.');
    const rows = textRows(client, { measure: database.measure, hasPreparedStatements: false });
    if (claimToken === undefined) {
      const developerId = newId();
      await giveDeveloper(rows, { developerId, email: user.email, plan: defaultPlan });
      return developerId;
    }
    await lockClaim(rows, claimToken);
    const claim = await readClaim(rows, claimToken);
    if ('fault' in claim) throw badInvitation(claim.fault);
    await markClaimUsed(rows, claimToken, user.id);
    return claim.developerId;
  }

  return {
    async handler(sent, caller) {
      const request: AuthRequest = { caller };
      const path = new URL(sent.url).pathname.slice('/api/auth'.length);
      const answer = () => requests.run(request, () => auth.handler(sent));
      try {
        const response = await (path === SIGN_UP ? policy.inTurn(answer) : answer());
        const outcome = await readOutcome(response);
        request.settle?.(verdictOf(path, outcome));
        request.settle = undefined;
        await tellOutcome(database, { path, outcome, request });
        if (request.outage) throw request.outage;
        return response;
      } catch (error) {
        request.settle?.('unknown');
        if (error instanceof OutturnError && error.code === 'Invalid Request')
          await tellOutcome(database, { path, outcome: { status: 400, code: 'INVALID_INPUT' }, request });
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

/** Has each request know the connection that it uses. */
function noteClient(pool: Pool, requests: AsyncLocalStorage<AuthRequest>): Pool {
  return aroundConnect(pool, (ask, callback) => {
    const request = requests.getStore();
    ask((error, client, done) => {
      if (request) request.client = client;
      callback(error, client, done);
    });
  });
}

const refusals = {
  closed: {
    code: 'SIGN_UP_CLOSED',
    message: 'Sign-up is closed. Ask the operator of this installation for an account.',
  },
  invite: {
    code: 'INVITATION_REQUIRED',
    message: 'Sign-up is by invitation. Ask the operator of this installation for a claim link.',
  },
};

function badInvitation({ isExpired, message }: ClaimFault): APIError {
  return new APIError('FORBIDDEN', {
    code: isExpired ? 'INVITATION_EXPIRED' : 'INVITATION_NOT_VALID',
    message,
  });
}

/** Whether better-auth serves a path below `/api/auth`. */
export function isServed(path: string): boolean {
  return served.includes(path);
}

/** Whether an address or an account has to wait, for a password that is about to be checked. */
async function admitPassword(request: AuthRequest | undefined): Promise<void> {
  if (!request?.account || !request.caller) return;
  const admission = await request.caller.admitPassword(request.account.tag);
  if ('settle' in admission) {
    request.settle = admission.settle;
    return;
  }
  const { message, retryAfter = 1 } = admission.refusal;
  const headers = { 'Retry-After': String(retryAfter) };
  throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message }, headers);
}

async function refuseCommon(password: unknown): Promise<void> {
  if (typeof password !== 'string' || !(await isCommonPassword(password))) return;
  const message =
    'This password is one of the 10,000 most common ones, which attackers try first. Choose another.';
  throw refusal('PASSWORD_TOO_COMMON', message);
}

function refusal(code: string, message: string): APIError {
  return new APIError('BAD_REQUEST', { code, message });
}

/** The message of a fault alone: what else it carries may be what somebody typed. */
function describe(message: string, cause: unknown): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
