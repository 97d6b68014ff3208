import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type OutturnError, toOutturnError } from '../../base/errors.ts';
import { aroundConnect } from '../../database/around-connect.ts';
import type { AccountCaller, PasswordVerdict } from './account-caller.ts';

/** State of one request below `/api/auth`. */
export type AuthRequest = {
  /** Absent for calls from within. */
  caller?: AccountCaller;
  outage?: OutturnError;
  /** The account that a sign-up or a password check names. */
  account?: { email: string; tag: string };
  userId?: string;
  settle?: ((verdict: PasswordVerdict) => void) | undefined;
  /** The delay of the next attempt if the password is wrong, in seconds. */
  nextDelay?: number;
  /** The connection that better-auth holds: within its transaction, that of the transaction. */
  client?: PoolClient | undefined;
  /** The claim link that a sign-up uses, and its developer. */
  claim?: { token: string; developerId: string };
  /** Whether an operator creates the account, in every sign-up mode. */
  isOperator?: boolean;
};

export type AuthRequests = AsyncLocalStorage<AuthRequest>;

/** `tag` stands for an email in counters and logs: the same on every gateway that shares the secret, and not reversible. */
export function accountOf(email: string, secret: string): { email: string; tag: string } {
  const lower = email.toLowerCase();
  const tag = createHmac('sha256', secret).update(`email ${lower}`).digest('hex').slice(0, 32);
  return { email: lower, tag };
}

/** Notes in each request the connection that it holds. */
export function noteClient(pool: Pool, requests: AuthRequests): Pool {
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
  // The pool sets a new one at each check-out.
  const { release } = client;
  const forget: PoolClient['release'] = (cause) => {
    if (request.client === client) request.client = undefined;
    release.call(client, cause);
  };
  request.client = client;
  client.release = forget;
}

/** better-auth logs some failures of PostgreSQL and answers something else, such as that there is no session. */
export function outageLog(requests: AuthRequests, onFault: (message: string) => void) {
  return (_level: string, message: string, cause: unknown) => {
    // The caller sent this URL, and gets the reason as the answer.
    if (/^Invalid \w+: /.test(message)) return;
    const request = requests.getStore();
    const error = toOutturnError(cause);
    if (request && error.retryAfter !== undefined) request.outage ??= error;
    else onFault(describe(message, cause));
  };
}

/** The message of a fault alone: its other fields may hold what a person typed. */
function describe(message: string, cause: unknown): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
