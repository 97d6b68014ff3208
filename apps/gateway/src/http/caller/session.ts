import type { IncomingMessage } from 'node:http';
import { OutturnError, type Service, type SessionAnswer } from '@outturn/service';
import { explainForeignOrigin, isSameOrigin, type OriginOptions } from './origin.ts';

/** Returns undefined without a session cookie, or with an API key. */
export type ReadSession = (incoming: IncomingMessage) => Promise<SessionAnswer | undefined>;

/**
 * CSRF protection: browsers attach the cookie to requests of any page, so writes need our origin and a custom header, which
 * other origins could send only after a CORS preflight that we never grant.
 */
export function sessionReader({ accounts }: Service, options: OriginOptions): ReadSession | undefined {
  if (!accounts) return undefined;
  return async (incoming) => {
    const { authorization, cookie } = incoming.headers;
    if (authorization !== undefined || cookie === undefined) return undefined;
    const session = await accounts.authenticate(cookie);
    if (!session || 'refusal' in session) return session;
    const refusal = checkForgery(incoming, options);
    return refusal ? { refusal, isGuess: false } : session;
  };
}

function checkForgery(incoming: IncomingMessage, options: OriginOptions): OutturnError | undefined {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    const site = incoming.headers['sec-fetch-site'];
    // `none` is a typed address or a bookmark.
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
