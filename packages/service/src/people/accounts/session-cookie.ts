import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The name of the session cookie. A browser sets a cookie whose name begins with `__Host-` only over TLS, for this host
 * alone and for all paths. So neither a page of plain HTTP nor another host of the domain can plant one.
 */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}outturn.session_token`;
}

const anySession = /^(__Host-)?outturn\.session_token=/;

/**
 * Finds the token of the session in a Cookie header. The value of the cookie is `<token>.<HMAC-SHA-256 in base64>`,
 * percent-encoded, as better-auth signs it. Checking the signature here means that a guessed token costs no look-up,
 * and that a leaked database without the secret gives no session.
 *
 * Without TLS a browser may send several cookies of this name, of different paths or of a parent domain. Those that we
 * did not sign are passed over. Two that we signed are refused as `several`, because one may have been planted: the
 * person would work in the account of somebody else. Returns `unsigned` if there are session cookies and none is valid,
 * and undefined if there are none.
 */
export function readSessionToken(
  cookies: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): { token: string } | 'several' | 'unsigned' | undefined {
  const start = `${sessionCookieName(isSecure)}=`;
  const tokens = new Set<string>();
  let unsigned: 'unsigned' | undefined;
  for (const cookie of cookies.split(/; */)) {
    const token = cookie.startsWith(start) ? signedToken(cookie.slice(start.length), secret) : undefined;
    if (token !== undefined) tokens.add(token);
    else if (anySession.test(cookie)) unsigned = 'unsigned';
  }
  const [token] = tokens;
  if (token === undefined) return unsigned;
  return tokens.size > 1 ? 'several' : { token };
}

function signedToken(value: string, secret: string): string | undefined {
  const [, token, signature] = /^([^.]+)\.([^.]+)$/.exec(decode(value)) ?? [];
  if (token === undefined || signature === undefined) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
