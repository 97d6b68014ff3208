import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'outturn';

const anySession = new RegExp(`^(__Secure-)?${COOKIE_PREFIX}\\.session_token=`);

/** `<token>.<HMAC-SHA-256 in base64>`, percent-encoded. Browsers may send several; the first signed one counts. */
export function readSessionToken(
  cookies: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): { token: string } | 'unsigned' | undefined {
  // Browsers accept `__Secure-` only with TLS.
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
