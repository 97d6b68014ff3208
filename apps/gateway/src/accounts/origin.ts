import type { IncomingMessage } from 'node:http';

export type OriginOptions = {
  /** Where clients reach this server, when that is known. */
  publicUrl: string | undefined;
  trustedProxies: number;
};

/** The origin under which a browser knows this server: that of `PUBLIC_URL`, or the host that the request names. */
export function ownOrigin(incoming: IncomingMessage, { publicUrl, trustedProxies }: OriginOptions): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const forwarded = trustedProxies > 0 ? incoming.headers['x-forwarded-proto'] : undefined;
  return `${forwarded === 'https' ? 'https' : 'http'}://${incoming.headers.host ?? 'localhost'}`;
}

/**
 * Whether a page of ours sent the request. Browsers say so themselves: `Sec-Fetch-Site`, or on plain HTTP the `Origin`
 * of everything but navigations. Neither can be set by a page.
 */
export function isSameOrigin(incoming: IncomingMessage, options: OriginOptions): boolean {
  const site = incoming.headers['sec-fetch-site'];
  const { origin } = incoming.headers;
  if (origin !== undefined && origin !== ownOrigin(incoming, options)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}
