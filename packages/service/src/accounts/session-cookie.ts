import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'outturn';

/** `__Secure-` is what browsers keep from being set without TLS. */
const name = new RegExp(`(?:^|; *)(__Secure-)?${COOKIE_PREFIX}\\.session_token=([^;]*)`);

/**
 * The session token of a `Cookie` header, when the session secret signed it: `<token>.<HMAC-SHA-256 in base64>`,
 * percent-encoded, as better-auth sets it. So a guess costs no look-up.
 */
export function readSessionToken(
  cookies: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): string | undefined {
  const [, prefix, value = ''] = name.exec(cookies) ?? [];
  if ((prefix !== undefined) !== isSecure) return undefined;
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
