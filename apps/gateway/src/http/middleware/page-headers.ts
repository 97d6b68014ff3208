import { secureHeaders } from 'hono/secure-headers';

/**
 * The security headers of everything that a browser shows. The Content-Security-Policy is each page's own.
 * Two years of HSTS, where people reach us over TLS.
 */
export function pageHeaders(publicUrl: string | undefined) {
  return secureHeaders({
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    strictTransportSecurity: isHttps(publicUrl) && hsts,
  });
}

/**
 * What answers of the API carry: they are no pages, but a browser may be shown one. To a cookie they are one account's own, and
 * look to whatever stands between like anybody's.
 */
export function apiHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(isHttps(publicUrl) && { 'Strict-Transport-Security': hsts }),
  };
}

const hsts = 'max-age=63072000; includeSubDomains';

function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
