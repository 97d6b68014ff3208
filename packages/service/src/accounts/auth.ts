import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Pool } from 'pg';
import type { Database } from '../database/database.ts';
import { type OutturnError, toOutturnError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Plan } from '../kernel/principal.ts';
import { validate } from '../kernel/schema/validate.ts';
import { SignUpInput } from './account.schema.ts';
import { giveDeveloper } from './give-developer.ts';
import { COOKIE_PREFIX } from './session-cookie.ts';

export type AuthOptions = {
  /** Signs the cookies; the same on every gateway. */
  secret: string;
  /** Where people reach the gateway; unset: wherever a request says that it is. */
  publicUrl?: string | undefined;
  /** The plan of developers that come with a sign-up. */
  defaultPlan: Plan;
  /** Told of faults; never of secrets or of what people typed. */
  onFault: (message: string) => void;
};

/** What better-auth serves here; everything else that it could do is off. */
const served = ['/sign-up/email', '/sign-in/email', '/sign-out', '/change-password', '/get-session'];

/** Rejects with what PostgreSQL failed at. */
export type Auth = { handler(request: Request): Promise<Response> };

/**
 * Sign up, sign in, sign out, change password, get session, by better-auth on our tables: see
 * docs/decisions/005-accounts.md. The gateway limits the rate, since it knows addresses.
 */
export function createAuth(database: Database, pool: Pool, options: AuthOptions): Auth {
  const { secret, publicUrl, defaultPlan, onFault } = options;
  // better-auth logs some of what PostgreSQL fails at and answers something else, such as that there is no session.
  const requests = new AsyncLocalStorage<{ outage?: OutturnError }>();
  const log = (_level: string, message: string, cause: unknown) => {
    // A URL that a caller sent, who is told so.
    if (/^Invalid \w+: /.test(message)) return;
    const request = requests.getStore();
    const error = toOutturnError(cause);
    if (request && error.retryAfter !== undefined) request.outage ??= error;
    else onFault(describe(message, cause));
  };
  const auth = betterAuth({
    appName: 'Outturn',
    basePath: '/api/auth',
    ...(publicUrl !== undefined && { baseURL: new URL(publicUrl).origin }),
    secret,
    database: pool,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log },
    // Its router would print unknown errors as they are, with what somebody typed, past every log.
    onAPIError: { throw: true },
    emailAndPassword: { enabled: true },
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
          // The user is there by now, and reading the session makes up for a developer that is not.
          after: ({ id }) =>
            giveDeveloper(database, id, defaultPlan).catch((error: unknown) =>
              onFault(describe('a developer waits for the first use of its session', error)),
            ),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === '/sign-up/email') validate(SignUpInput, body);
        // Whoever knows the old password stays signed in otherwise.
        if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
        return undefined;
      }),
    },
  });
  return {
    async handler(sent) {
      const request: { outage?: OutturnError } = {};
      const response = await requests.run(request, () => auth.handler(sent));
      if (request.outage) throw request.outage;
      return response;
    },
  };
}

/** Whether better-auth serves a path below `/api/auth`. */
export function isServed(path: string): boolean {
  return served.includes(path);
}

/** The message of a fault alone: what else it carries may be what somebody typed. */
function describe(message: string, cause: unknown): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
