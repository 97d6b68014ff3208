import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'outturn';

/** Also one that is left of before the server had TLS. */
const anySession = new RegExp(`^(__Secure-)?${COOKIE_PREFIX}\\.session_token=`);

/**
 * The session token of a `Cookie` header, when the session secret signed it: `<token>.<HMAC-SHA-256 in base64>`,
 * percent-encoded, as better-auth sets it. So a guess costs no look-up. Browsers also send what is left of before the server
 * had TLS, or comes from a neighbouring host, and the oldest first. `unsigned` where the secret signed none of several.
 */
export function readSessionToken(
  cookies: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): string | undefined {
  // `__Secure-` is what browsers keep from being set without TLS.
  const start = `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token=`;
  let unsigned: 'unsigned' | undefined;
  for (const cookie of cookies.split(/; */)) {
    const token = cookie.startsWith(start) ? signedToken(cookie.slice(start.length), secret) : undefined;
    if (token !== undefined) return token;
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
