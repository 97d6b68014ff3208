import { secureHeaders } from 'hono/secure-headers';

/** Security headers of pages. Each page adds its own Content-Security-Policy. */
export function pageHeaders(publicUrl: string | undefined) {
  return secureHeaders({
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    strictTransportSecurity: isHttps(publicUrl) && hsts,
  });
}

/** Forbids caching, because a shared cache cannot tell the responses of different session cookies apart. */
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
