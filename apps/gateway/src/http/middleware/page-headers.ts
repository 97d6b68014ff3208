import { isIP } from 'node:net';
import { secureHeaders } from 'hono/secure-headers';

/** Security headers of pages. Each page adds its own Content-Security-Policy. */
export function pageHeaders(publicUrl: string | undefined) {
  return secureHeaders({
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    strictTransportSecurity: isOwnHttps(publicUrl) && hsts,
  });
}

/** Forbids caching, because a shared cache cannot tell the responses of different session cookies apart. */
export function apiHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(isOwnHttps(publicUrl) && { 'Strict-Transport-Security': hsts }),
  };
}

/** Without `includeSubDomains`, because other hosts of the domain are not ours to decide on. */
const hsts = 'max-age=63072000';

/**
 * Whether a browser should use HTTPS alone from now on. Not for localhost, where it would hold for every other program of
 * the machine; for addresses browsers ignore it.
 */
function isOwnHttps(publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false;
  const { protocol, hostname } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return protocol === 'https:' && !isAddress && !/(^|\.)localhost$/.test(hostname);
}
