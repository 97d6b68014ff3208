import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'outturn';

/** Matches the session cookie with and without the `__Secure-` prefix. */
const anySession = new RegExp(`^(__Secure-)?${COOKIE_PREFIX}\\.session_token=`);

/**
 * Reads the session token of a `Cookie` header, in better-auth's format `<token>.<HMAC-SHA-256 in base64>`, percent-encoded.
 * Browsers may send several, the oldest first: the first that the secret signed counts. `unsigned` if it signed none.
 */
export function readSessionToken(
  cookies: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): { token: string } | 'unsigned' | undefined {
  // `__Secure-` is what browsers keep from being set without TLS.
  const start = `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token=`;
  let unsigned: 'unsigned' | undefined;
  for (const cookie of cookies.split(/; */)) {
    const token = cookie.startsWith(start) ? signedToken(cookie.slice(start.length), secret) : undefined;
    if (token !== undefined) return { token };
    if (anySession.test(cookie)) unsigned = 'unsigned';
  }
  return unsigned;
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
