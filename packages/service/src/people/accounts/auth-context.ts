import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type OutturnError, toOutturnError } from '../../base/errors.ts';
import { aroundConnect } from '../../database/wrap-connect.ts';
import type { AccountCaller, PasswordVerdict } from './account-caller.ts';

/**
 * State of one request below `/api/auth`, shared by everything that runs for it.
 *
 * better-auth calls our hooks without saying for which request, and without its connection. So the state is in an
 * `AsyncLocalStorage`, and `trackClients` notes in it which connection better-auth holds. A hook that runs while
 * better-auth creates a user can then run statements of ours in the same transaction: the user and its developer
 * exist both or not at all (decision 005).
 */
export type AuthRequest = {
  /** Absent for accounts that an operator creates. */
  caller?: AccountCaller;
  /** The first failure of PostgreSQL that better-auth has logged and may have hidden from the answer. */
  outage?: OutturnError;
  /** The account that a sign-up or a check of a password names, whether it exists or not. */
  account?: { email: string; tag: string };
  /** The signed-in user who changes the password. */
  userId?: string;
  /** Takes the result of the password check; absent once it was called. */
  settle?: ((verdict: PasswordVerdict) => void) | undefined;
  /** Seconds to wait before the next attempt, if the password is wrong. */
  nextDelay?: number;
  /** The connection that better-auth holds now; its transaction runs there. */
  client?: PoolClient | undefined;
  /** The claim link of a sign-up, which was found to work before the password was hashed. */
  claim?: { token: string; developerId: string };
  /** An operator creates the account, in any sign-up mode. */
  isOperator?: boolean;
};

export type AuthRequests = AsyncLocalStorage<AuthRequest>;

/**
 * The email in small letters, and a tag that stands for it in counters and logs. The tag is a keyed hash: equal on
 * every gateway with the same secret, and not reversible without it.
 */
export function accountOf(email: string, secret: string): { email: string; tag: string } {
  const lower = email.toLowerCase();
  const tag = createHmac('sha256', secret).update(`email ${lower}`).digest('hex').slice(0, 32);
  return { email: lower, tag };
}

/** Makes every connection of the pool known to the request that has taken it, until its release. */
export function trackClients(pool: Pool, requests: AuthRequests): Pool {
  return aroundConnect(pool, (ask, callback) => {
    // Read here, because the callback may run in the context of another request, which has returned the connection.
    const request = requests.getStore();
    ask((error, client, done) => {
      if (!request || !client) return callback(error, client, done);
      noteUntilRelease(request, client);
      callback(error, client, () => client.release());
    });
  });
}

function noteUntilRelease(request: AuthRequest, client: PoolClient): void {
  // The pool sets a new `release` whenever it lends a connection, so this one replaces it for this time only.
  const { release } = client;
  const forget: PoolClient['release'] = (cause) => {
    if (request.client === client) request.client = undefined;
    release.call(client, cause);
  };
  request.client = client;
  client.release = forget;
}

/**
 * A logger for better-auth, which handles some failures of PostgreSQL itself: it logs them and answers as if there
 * were no session, for example. Such a failure is noted in the request, whose handler then throws it. Everything else
 * goes to `onFault`.
 */
export function outageLog(requests: AuthRequests, onFault: (message: string) => void) {
  return (_level: string, message: string, cause: unknown) => {
    // The caller has sent this URL, and the answer says what is wrong with it.
    if (/^Invalid \w+: /.test(message)) return;
    const request = requests.getStore();
    const error = toOutturnError(cause);
    if (request && error.retryAfter !== undefined) request.outage ??= error;
    else onFault(describe(message, cause));
  };
}

/** Only the message: other fields of an error may hold what a user has typed. */
function describe(message: string, cause: unknown): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
