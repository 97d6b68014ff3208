import type { IncomingMessage } from 'node:http';
import { OutturnError, type Service, type SessionAnswer } from '@outturn/service';
import { keyHeaderOf } from './key-header.ts';
import { explainForeignOrigin, isSameOrigin, type OriginOptions } from './origin.ts';

/**
 * Finds the session of a request. Undefined without a session cookie, or with an `Authorization` header, by which
 * alone the call is then authenticated.
 */
export type ReadSession = (incoming: IncomingMessage) => Promise<SessionAnswer | undefined>;

/**
 * Reads sessions, and refuses calls that another site has made the browser send (cross-site request forgery):
 * browsers attach the cookie to the requests of any page. A call that may write must come from our origin and have a
 * header that other origins could send only after asking by a CORS preflight, which this server never grants. A read
 * must not come from another site either.
 */
export function sessionReader({ accounts }: Service, options: OriginOptions): ReadSession | undefined {
  if (!accounts) return undefined;
  return async (incoming) => {
    const { cookie } = incoming.headers;
    if (cookie === undefined || keyHeaderOf(incoming) !== undefined) return undefined;
    const session = await accounts.authenticate(cookie);
    if (!session || 'refusal' in session) return session;
    const refusal = checkForgery(incoming, options);
    return refusal ? { refusal, isGuess: false } : session;
  };
}

function checkForgery(incoming: IncomingMessage, options: OriginOptions): OutturnError | undefined {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    // `none` is an address that was typed, or a bookmark. Older browsers, and all on plain HTTP, do not send the
    // header.
    const site = incoming.headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none' ? undefined : forged();
  }
  if (incoming.headers['x-outturn-csrf'] !== '1') return forged();
  return isSameOrigin(incoming, options) ? undefined : forged(explainForeignOrigin(incoming, options));
}

const NOT_OUR_PAGE =
  'A call with a session must come from a page of this server and carry the header x-outturn-csrf: 1. Programs use an API key.';

function forged(message = NOT_OUR_PAGE): OutturnError {
  return new OutturnError('Forbidden', { message });
}
