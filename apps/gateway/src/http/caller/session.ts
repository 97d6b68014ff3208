import type { IncomingMessage } from 'node:http';
import { OutturnError, type Service, type SessionAnswer } from '@outturn/service';
import { explainForeignOrigin, isSameOrigin, type OriginOptions } from './origin.ts';

/** Authenticates the session of a request; undefined without a session cookie, or with an API key. */
export type ReadSession = (incoming: IncomingMessage) => Promise<SessionAnswer | undefined>;

/**
 * Reads the session cookie where no API key is sent. A browser sends the cookie along with whatever page makes it call
 * us, so that a call that may write must come from a page of ours and carry a header that no other page can send
 * without asking us first, which is never granted. A call that reads must not come from elsewhere either.
 */
export function sessionReader({ accounts }: Service, options: OriginOptions): ReadSession | undefined {
  if (!accounts) return undefined;
  return async (incoming) => {
    const { authorization, cookie } = incoming.headers;
    if (authorization !== undefined || cookie === undefined) return undefined;
    const session = await accounts.authenticate(cookie);
    if (!session || 'refusal' in session) return session;
    const refusal = whyForged(incoming, options);
    return refusal ? { refusal, isGuess: false } : session;
  };
}

function whyForged(incoming: IncomingMessage, options: OriginOptions): OutturnError | undefined {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    const site = incoming.headers['sec-fetch-site'];
    // None: somebody typed the address or opened a bookmark.
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
