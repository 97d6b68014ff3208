import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type OutturnError, toOutturnError } from '../../base/errors.ts';
import { aroundConnect } from '../../database/wrap-connect.ts';
import type { AccountCaller, PasswordVerdict } from './account-caller.ts';

/** State of a request below `/api/auth`. */
export type AuthRequest = {
  /** Absent for internal calls. */
  caller?: AccountCaller;
  outage?: OutturnError;
  /** Named by a sign-up or password check. */
  account?: { email: string; tag: string };
  userId?: string;
  settle?: ((verdict: PasswordVerdict) => void) | undefined;
  /** Seconds to wait before the next attempt, if the password is wrong. */
  nextDelay?: number;
  /** Held by better-auth, for its transaction too. */
  client?: PoolClient | undefined;
  claim?: { token: string; developerId: string };
  /** Ignores the sign-up mode. */
  isOperator?: boolean;
};

export type AuthRequests = AsyncLocalStorage<AuthRequest>;

/** `tag` replaces the email in counters and logs: the same on every gateway with this secret, and not reversible. */
export function accountOf(email: string, secret: string): { email: string; tag: string } {
  const lower = email.toLowerCase();
  const tag = createHmac('sha256', secret).update(`email ${lower}`).digest('hex').slice(0, 32);
  return { email: lower, tag };
}

export function trackClients(pool: Pool, requests: AuthRequests): Pool {
  return aroundConnect(pool, (ask, callback) => {
    const request = requests.getStore();
    ask((error, client, done) => {
      if (!request || !client) return callback(error, client, done);
      noteUntilRelease(request, client);
      callback(error, client, () => client.release());
    });
  });
}

function noteUntilRelease(request: AuthRequest, client: PoolClient): void {
  // The pool sets a new `release` at each check-out.
  const { release } = client;
  const forget: PoolClient['release'] = (cause) => {
    if (request.client === client) request.client = undefined;
    release.call(client, cause);
  };
  request.client = client;
  client.release = forget;
}

/** better-auth hides some failures of PostgreSQL behind answers such as an empty session. */
export function outageLog(requests: AuthRequests, onFault: (message: string) => void) {
  return (_level: string, message: string, cause: unknown) => {
    // The caller sent this URL, and gets the reason.
    if (/^Invalid \w+: /.test(message)) return;
    const request = requests.getStore();
    const error = toOutturnError(cause);
    if (request && error.retryAfter !== undefined) request.outage ??= error;
    else onFault(describe(message, cause));
  };
}

/** Logs only the message, since other fields may hold user input. */
function describe(message: string, cause: unknown): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
